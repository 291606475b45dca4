// Vitest's report of the slowest tests, and of those that needed a second try.

import type { Reporter, TestCase, TestModule, TestResultFailed, Vitest } from 'vitest/node';
import { reportFlaky } from './flaky.ts';
import { beyondGate, slowestTests } from './slowest.ts';

type TestError = TestResultFailed['errors'][number];

/** Prints them at the end of a run. */
export class UnitTestReport implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const first = test.attempts().find(({ state }) => state === 'failed');
    const failure = (first?.errors ?? test.result().errors ?? [])
      .map((error) => this.#errorText(error, test))
      .join('\n\n');
    reportFlaky({ file: test.module.relativeModuleId, name: test.fullName, failure });
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: test.fullName,
        file: module.relativeModuleId,
        durationMs: test.diagnostic()?.duration ?? 0,
      })),
    );
    if (tests.length > 1) console.log(slowestTests(tests));
    const tooSlow = beyondGate('unit', tests);
    if (tooSlow === '') return;
    console.log(tooSlow);
    process.exitCode = 1;
  }

  /** As Vitest shows the error of a failed test, with all calls: those in `stacks` are without those of libraries. */
  #errorText({ stacks, ...error }: TestError, { project }: TestCase): string {
    try {
      const shown = this.#vitest?.logger.formatError(error, { project, fullStack: true, showCodeFrame: true });
      if (shown) return shown.output;
    } catch {
      // It reads source files, and follows causes.
    }
    return error.stack ?? error.message;
  }
}
