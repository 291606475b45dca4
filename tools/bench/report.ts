// The figures of one run as a file: to be compared with those of another, or shown on the sheet.

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { hostName } from '../../tests/support/test-host.ts';
import type { Figure } from './bench.ts';

/** What was measured, and on what. `failed` has the benchmarks that ended with an error, by their names. */
export type Report = {
  atMs: number;
  machine: string;
  figures: readonly Figure[];
  failed: Readonly<Record<string, string>>;
};

/** What is said of the machine on which this runs. */
export function machineInWords(): string {
  const host = hostName() === 'electron' ? 'Electron' : 'the Chromium host';
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  return `${host}, ${process.platform} ${process.arch}, ${cpus().length} cores (${cpu?.model.trim()}), ${memory} of memory`;
}

/** Writes a report. */
export function writeReport(file: string, report: Report): void {
  writeFileSync(file, `${JSON.stringify(report)}\n`);
}

/** Reads a report. @throws if the file is none */
export function readReport(file: string): Report {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (!Array.isArray(report.figures)) throw new Error(`${file} has no figures of a benchmark`);
  return report;
}
