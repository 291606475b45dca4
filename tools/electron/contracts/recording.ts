// What the cases noted on a real Electron and on the host, as it was recorded, and how they compare.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Case } from './cases/case.ts';
import { CONTRACTS } from './index.ts';

const FILE = path.join(import.meta.dirname, 'recorded.json');

/** What every case noted, by title; one that ran alone ends with the exit code of its process. */
export type Results = Readonly<Record<string, readonly unknown[]>>;

/** One run on both; `electron` lacks the cases that need a later version. */
export type Recording = { readonly version: string; readonly electron: Results; readonly host: Results };

/** How a case on the host compares with the same one on Electron. */
export type Comparison =
  | { readonly kind: 'alike' | 'different' }
  | { readonly kind: 'needs'; readonly version: number }
  | { readonly kind: 'changed'; readonly change: string; readonly since: number }
  | { readonly kind: 'stricter'; readonly reason: string };

/** Compares a case; a difference that no version explains is a fault of the host. */
export function compareCase(one: Case, { version, electron, host }: Recording): Comparison {
  if (!isIn(one, version)) return { kind: 'needs', version: neededBy(one) };
  if (isDeepStrictEqual(electron[one.title], host[one.title])) return { kind: 'alike' };
  if (one.changed && majorOf(version) < one.changed.since) return { kind: 'changed', ...one.changed };
  return one.stricter === undefined ? { kind: 'different' } : { kind: 'stricter', reason: one.stricter };
}

/** Whether a version of Electron has all parts that a case shows. */
export function isIn(one: Case, version: string): boolean {
  return majorOf(version) >= neededBy(one);
}

const majorOf = (version: string): number => Number.parseInt(version, 10);

function neededBy({ shows }: Case): number {
  return Math.max(0, ...shows.map((use) => CONTRACTS[use]?.since ?? 0));
}

/** Reads the recording that belongs to the sources. */
export function readRecording(): Recording {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Recording;
}

/** Replaces it. */
export function writeRecording(recording: Recording): void {
  writeFileSync(FILE, `${JSON.stringify(recording, null, 1)}\n`);
}
