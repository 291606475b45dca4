// Unit tests stand beside the code; tests/e2e belongs to Playwright, what takes minutes to vitest.long.config.ts.

import { defineConfig } from 'vitest/config';
import { SlowestUnitTests } from './tests/support/slowest-unit-tests.ts';

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,practice-relay,tools,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', '**/*.long.test.ts', 'node_modules/**', 'dist/**'],
    globalSetup: ['tests/support/browser-setup.ts'],
    testTimeout: 15_000,
    // One for each processor; without this one processor would stay idle.
    maxWorkers: '100%',
    reporters: ['default', new SlowestUnitTests()],
  },
});
