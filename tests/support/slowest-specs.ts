// Playwright's report of the slowest tests.

import path from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { slowestTests, type TimedTest } from './slowest.ts';

/** Prints them at the end of a run. Playwright takes a reporter from a file's default export. */
export default class SlowestSpecs implements Reporter {
  readonly #tests: TimedTest[] = [];

  onTestEnd({ title, location }: TestCase, { duration }: TestResult): void {
    this.#tests.push({ name: title, file: path.relative('', location.file), durationMs: duration });
  }

  onEnd(): void {
    if (this.#tests.length > 1) console.log(slowestTests(this.#tests));
  }
}
