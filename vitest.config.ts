// Unit tests stand beside the code; tests/e2e belongs to Playwright, what takes minutes to vitest.long.config.ts.

import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { UnitTestReport } from './tests/support/unit-test-report.ts';

/** Tests that run in the process of the files before them. A process and its modules for each file take longer than most tests. */
const SHARING = '{shared,electron,renderer}/**/*.test.{ts,tsx}';
/** Tests that start processes and threads, or read and write what belongs to the process. */
const ISOLATED = '{practice-relay,tools,tests}/**/*.test.{ts,tsx}';
/** Replaces modules or members of built-in objects, which the files after it would find as well. */
const REPLACES = /\bvi\.(mock|hoisted|resetModules)\(|prototype/i;

const replacing = globSync(SHARING).filter((file) => REPLACES.test(readFileSync(file, 'utf8')));
const exclude = [...configDefaults.exclude, 'tests/e2e/**', '**/*.long.test.ts', 'dist/**'];

export default defineConfig({
  test: {
    globalSetup: ['tests/support/browser-setup.ts'],
    // Generous, because the end-to-end tests run beside: a limit is reached by what hangs, not by a busy machine.
    testTimeout: 60_000,
    // As in playwright.config.ts.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 30_000 } },
    // One for each processor; without this one processor would stay idle.
    maxWorkers: '100%',
    // In a log only what failed is worth a line.
    reporters: [process.stdout.isTTY ? 'default' : 'minimal', new UnitTestReport()],
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          include: [SHARING],
          exclude: [...exclude, ...replacing],
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
      { extends: true, test: { name: 'isolated', include: [ISOLATED, ...replacing], exclude } },
    ],
  },
});
