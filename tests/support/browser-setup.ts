// Runs once before the tests: finds, or installs if allowed, a browser for the tests of the Chromium host and of the
// engines.

import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium, findInstalledChromium, NO_CHROMIUM } from '../../tools/electron/index.ts';

/** Vitest and Playwright call this before their workers start, so that they do not install at the same time. */
export function setup(): void {
  const own = chromium.executablePath();
  // Used only if the system has none: its version differs from the one the app is made for.
  if (findInstalledChromium({ headless: true }) === undefined && !process.env.CHROMIUM_PATH && existsSync(own)) {
    process.env.CHROMIUM_PATH = own;
  }
  if (findChromium({ headless: true }) === undefined)
    console.warn(`Skipping the tests that need a browser. ${NO_CHROMIUM}`);
}
