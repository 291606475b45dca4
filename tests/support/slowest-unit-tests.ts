// Vitest's report of the slowest tests.

import type { Reporter, TestModule } from 'vitest/node';
import { slowestTests } from './slowest.ts';

/** Prints them at the end of a run. */
export class SlowestUnitTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: test.fullName,
        file: module.relativeModuleId,
        durationMs: test.diagnostic()?.duration ?? 0,
      })),
    );
    if (tests.length > 1) console.log(slowestTests(tests));
  }
}
