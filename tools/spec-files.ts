// Determines from the specs themselves where each one runs: on the Chromium host, on Electron, or with neither, only in
// a browser.

import { globSync } from 'node:fs';
import path from 'node:path';
import { wrapped } from '../tests/support/wrapped.ts';
import { type Condition, readTestFile, type TestFile } from './test-cases.ts';
import type { OpenSource } from './typed-sources.ts';

const ROOT = path.join(import.meta.dirname, '..');
const NAMES: Readonly<Record<string, string>> = {
  chromium: 'the Chromium host',
  electron: 'Electron',
  darwin: 'macOS',
  linux: 'Linux',
  win32: 'Windows',
};

/** A spec file. */
export type Spec = Pick<TestFile, 'conditions' | 'cases'> & { name: string };

/** Returns every spec, sorted by name. */
export function readSpecs(open: OpenSource): Spec[] {
  const names = globSync('tests/**/*.spec.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort();
  return names.map((name) => {
    return { ...readTestFile(open(path.join(ROOT, name)).file), name: name.replaceAll('\\', '/') };
  });
}

/** The part of the document about specs: every test that is skipped somewhere, by where it runs. */
export function describeSpecs(specs: readonly Spec[]): string[] {
  const exceptions = specs.flatMap(({ name, conditions, cases }) => [
    ...conditions.map((condition) => ({ name, condition })),
    ...cases.flatMap((one) => one.conditions.map((condition) => ({ name, condition }))),
  ]);
  const byPlace = Map.groupBy(exceptions, ({ condition }) => placeOf(condition));
  return [
    '## What runs where',
    '',
    'Specs that start the app run on Electron where its binary is, else on the Chromium host; page tests and tests of engines',
    'run in the installed Chromium. Exceptions, whose reasons are in the specs, are in:',
    '',
    ...[...byPlace].flatMap(([place, members]) =>
      wrapped(`- ${place}: ${[...new Set(members.map(({ name }) => path.posix.basename(name)))].join(', ')}`, '  '),
    ),
  ];
}

function placeOf({ kind, place }: Condition): string {
  const name = NAMES[place] ?? place;
  return { only: `On ${name} only`, except: `Not on ${name}`, skip: 'Not always' }[kind];
}
