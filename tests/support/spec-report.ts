// Playwright's report of the slowest tests, and of those that needed a second try.

import path from 'node:path';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { reportFlaky } from './flaky.ts';
import { beyondGate, slowestTests, type TimedTest } from './slowest.ts';

/** Prints them at the end of a run. Playwright takes a reporter from a file's default export. */
export default class SpecReport implements Reporter {
  readonly #tests: TimedTest[] = [];

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    const file = path.relative('', test.location.file);
    this.#tests.push({ name: test.title, file, durationMs: duration });
    if (test.outcome() !== 'flaky') return;
    // Before the title are the root, the project and the file.
    const name = test.titlePath().slice(3).join(' › ');
    const first = test.results.find(({ status }) => status !== test.expectedStatus && status !== 'skipped');
    const failure =
      first?.errors.map(errorText).join('\n\n') || `It ${first?.status}; expected: ${test.expectedStatus}.`;
    reportFlaky({ file: `${file}:${test.location.line}`, name, failure });
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    if (this.#tests.length > 1) console.log(slowestTests(this.#tests));
    const tooSlow = beyondGate('spec', this.#tests);
    if (tooSlow === '') return {};
    console.log(tooSlow);
    return { status: 'failed' };
  }
}

/** All that Playwright says of an error; a difference is part of its message. */
function errorText({ message, value, stack, snippet, cause }: TestError): string {
  const said = message ?? value ?? '';
  // As a rule the stack begins with the message.
  const text = stack?.includes(said) ? [stack] : [said, stack];
  return [...text, snippet, cause && `Caused by: ${errorText(cause)}`].filter(Boolean).join('\n');
}
