// Keeps the tests that failed and passed when they were tried again, and prints them after everything else.

import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The environment variable with the file in which the runners leave their tests, for a program that prints them. */
const FILE = 'RELAY_STUDIO_FLAKY_FILE';

/** A test that needed a second try. `failure` is all that is known of its first failure; it may have colours. */
export type FlakyTest = { file: string; name: string; failure: string };

/** Returns the report; it is empty if no test was flaky. */
export function flakyReport(tests: readonly FlakyTest[]): string {
  return withHeading(tests.map(entry).join(''));
}

/**
 * Adds a test to the report of the program that called `collectFlaky`, or else to that which this process prints when it
 * ends. Written at once, so that a runner that is killed loses none; never throws.
 */
export function reportFlaky(test: FlakyTest): void {
  const file = process.env[FILE];
  try {
    if (file !== undefined) {
      appendFileSync(file, entry(test));
      return;
    }
  } catch {
    // Then this process prints it.
  }
  if (own.push(test) === 1) atEnd(() => print(flakyReport(own)));
}

const own: FlakyTest[] = [];

/** Prints, when this process ends, what its child processes report from now on. */
export function collectFlaky(): void {
  const file = path.join(import.meta.dirname, `../../node_modules/.cache/flaky-${process.pid}.txt`);
  const remove = (): void => attempt(() => rmSync(file, { force: true }));
  attempt(() => mkdirSync(path.dirname(file), { recursive: true }));
  remove();
  process.env[FILE] = file;
  atEnd(() => {
    // Without flaky tests there is no file.
    attempt(() => print(withHeading(readFileSync(file, 'utf8'))));
    remove();
  });
}

/** Runs an action when this process ends, also by the signal at which it would end without a word. */
function atEnd(action: () => void): void {
  process.once('exit', action);
  process.on('SIGTERM', () => process.exit(143));
}

function entry({ file, name, failure }: FlakyTest): string {
  return `\n${file} › ${name}\n${failure.trim().replace(/^(?=.)/gm, '  ')}\n`;
}

function withHeading(entries: string): string {
  return entries && `\nFLAKY: a fault to mend\n${entries}`;
}

function print(report: string): void {
  if (report) process.stdout.write(process.stdout.isTTY ? report : stripVTControlCharacters(report));
}

/** For what happens while a process ends, which must not change how it ends. */
function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // The report is lost at worst, and the runners' own output names these tests as well.
  }
}
