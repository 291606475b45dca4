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
  // Never where a person waits: a test that fails is looked at. In CI once, so that a busy machine holds back no good
  // work; what needed it is named at the very end, with its failure (tests/support/flaky.ts).
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['./tests/support/spec-report.ts']],
  globalSetup: './tests/e2e/support/global-setup.ts',
});
