// End-to-end tests: the built app, started as a person would, on Electron where its binary is, else on the Chromium host.

import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  globalSetup: './tests/e2e/global-setup.ts',
});
