// Implements `npm run bench`: builds the app, runs the requested benchmarks, prints their table. Figures pass or fail
// nothing; a benchmark that ends with an error does.
//
//   npm run bench -- [names…] [--flag[=number]…]    all of them without a name; flags are documented in the benchmarks;
//                                                   one without a number is 1
//     --json=FILE       also writes what was measured to a file
//     --compare=FILE    also says what changed since such a file, by more than noise
//     --against=REV     measures the quick ones by turns here and at another commit, and fails if one got worse
//     --sheet           also writes docs/benchmarks.md
//     --slowed          does it again at half the speed, and names each time that did not get worse; on Linux
//     --trial           tries each once, with little, in the app as it is built: the figures mean nothing

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decideHost } from '../../tests/support/test-host.ts';
import { buildApp } from '../build.ts';
import { benchAdjust } from './adjust.ts';
import { compareWith } from './against.ts';
import { type Bench, type Figure, type Flags, isTrial } from './bench.ts';
import { brake } from './brake.ts';
import { benchClient } from './client.ts';
import { benchCompare } from './compare.ts';
import { benchDatabase } from './database.ts';
import { differences, formatDifferences, unnoticed } from './differences.ts';
import { benchEditor } from './editor.ts';
import { benchErase } from './erase.ts';
import { benchExport } from './export.ts';
import { benchIdle } from './idle.ts';
import { benchLibrary } from './library.ts';
import { benchMask } from './mask.ts';
import { benchMemory } from './memory.ts';
import { benchPicker } from './picker.ts';
import { benchPlayer } from './player.ts';
import { benchPractice } from './practice.ts';
import { machineInWords, type Report, readReport, writeReport } from './report.ts';
import { benchSelect } from './select.ts';
import { formatSheet, SHEET } from './sheet.ts';
import { benchSpeech } from './speech.ts';
import { benchStart } from './start.ts';
import { formatTable } from './table.ts';
import { benchText } from './text.ts';
import { benchTrust } from './trust.ts';

/** All benchmarks, in the order they run. A new one is a file that exports a `Bench`, and a line here. */
const BENCHES: ReadonlyMap<string, Bench> = new Map([
  ['start', benchStart],
  ['idle', benchIdle],
  ['database', benchDatabase],
  ['library', benchLibrary],
  ['text', benchText],
  ['speech', benchSpeech],
  ['practice', benchPractice],
  ['trust', benchTrust],
  ['erase', benchErase],
  ['select', benchSelect],
  ['adjust', benchAdjust],
  ['editor', benchEditor],
  ['client', benchClient],
  ['picker', benchPicker],
  ['player', benchPlayer],
  ['export', benchExport],
  ['mask', benchMask],
  ['compare', benchCompare],
  ['memory', benchMemory],
]);

/** What one name asks for besides itself: all that concerns scripts. */
const TOGETHER: ReadonlyMap<string, readonly string[]> = new Map([['script', ['text', 'editor', 'export']]]);

const FLAG = /^--(?<name>[a-z]+)(?:=(?<value>\d+))?$/;
const FILE_OPTION = /^--(?<name>json|compare|against)=(?<value>.+)$/;
const words = process.argv.slice(2);
const options = new Map(
  words.flatMap((word) => {
    const { name, value } = FILE_OPTION.exec(word)?.groups ?? {};
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  }),
);
const names = words.filter((word) => !word.startsWith('--'));
const asked = names.flatMap((name) => TOGETHER.get(name) ?? name);
const flags: Flags = new Map(
  words.flatMap((word) => {
    const { name, value } = FLAG.exec(word)?.groups ?? {};
    return name === undefined ? [] : [[name, Number(value ?? 1)] as const];
  }),
);
const unknown = asked.filter((name) => !BENCHES.has(name));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}. There are: ${[...BENCHES.keys()].join(', ')}.`);
  process.exit(2);
}

/** Runs the benchmarks that are asked for. One that ends with an error is said, and the others go on. */
async function measure(): Promise<Report> {
  const figures: Figure[] = [];
  const failed: Record<string, string> = {};
  for (const [name, bench] of BENCHES) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const began = performance.now();
    try {
      figures.push(...(await bench(flags)));
    } catch (cause) {
      failed[name] = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      console.error(`${name} ended with an error: ${failed[name]}`);
    }
    console.error(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
  }
  return { atMs: Date.now(), machine: machineInWords(), figures, failed };
}

const end = await decideHost();
const rev = options.get('against');
if (rev === undefined) {
  if (!isTrial) await buildApp();
  const report = await measure();
  console.log(`On ${report.machine}.\n\n${formatTable(report.figures)}`);
  const [written, earlier] = [options.get('json'), options.get('compare')];
  if (written !== undefined) writeReport(written, report);
  if (earlier !== undefined)
    console.log(`\n${formatDifferences(differences([readReport(earlier).figures], [report.figures]))}`);
  if (flags.has('slowed')) {
    const release = brake();
    const slowed = await measure();
    release();
    console.log(unnoticed(report.figures, slowed.figures));
  }
  if (flags.has('sheet')) {
    const { text, chart } = formatSheet(report);
    await writeFile(path.join(SHEET.folder, SHEET.text), text);
    await writeFile(path.join(SHEET.folder, SHEET.chart), chart);
  }
  if (Object.keys(report.failed).length > 0) process.exitCode = 1;
} else if (!(await compareWith(rev, asked))) process.exitCode = 1;
end();
