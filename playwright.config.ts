// tests/e2e: the built app, started as a person would, on Electron where its binary is, else on the Chromium host. tests/browser: engines
// that only a real browser can prove.

import { defineConfig } from '@playwright/test';

/** Marks what takes long: `test(title, { tag: '@long' }, …)`. */
export const LONG = /@long/;

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 20_000 },
  grepInvert: LONG,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Once in some hundred starts a browser did not come up on a busy machine. A retried test is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list'], ['./tests/support/slowest-specs.ts']],
  globalSetup: './tests/e2e/support/global-setup.ts',
});
