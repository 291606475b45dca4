// tests/page: the built page over main's own parts, without an app. tests/e2e: the built app, started as a person would, on Electron where
// its binary is, else on the Chromium host. tests/browser: engines that only a real browser can prove.

import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { part } from './tests/support/test-parts.ts';

/** Marks what takes long: `test(title, { tag: '@long' }, …)`. */
export const LONG = /@long/;
/** Marks the one test of the app that `npm test` runs of each of its journeys. */
const JOURNEY = /@journey/;

/** Marks a page test that `npm test` leaves to `npm run test:all`, because it takes many seconds. */
const SLOW = /@slow/;
const [PAGE, E2E] = ['page/**/*.spec.ts', 'e2e/**/*.spec.ts'];

/** What each part of the tests runs; all of it by default. */
const PARTS: Readonly<Record<string, NonNullable<PlaywrightTestConfig['projects']>>> = {
  gate: [
    { name: 'page', testMatch: PAGE, grepInvert: [LONG, SLOW] },
    { name: 'journeys', testMatch: E2E, grep: JOURNEY },
  ],
  rest: [
    { name: 'slow pages', testMatch: PAGE, grep: SLOW },
    { name: 'others', testIgnore: PAGE, grepInvert: [LONG, JOURNEY] },
  ],
};

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 20_000 },
  grepInvert: LONG,
  ...(part !== undefined && { projects: PARTS[part] ?? [] }),
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Never where a person waits: a test that fails is looked at. In CI once, so that a busy machine holds back no good
  // work; what needed it is named at the very end, with its failure (tests/support/flaky.ts).
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['./tests/support/spec-report.ts']],
  globalSetup: './tests/e2e/support/global-setup.ts',
});
