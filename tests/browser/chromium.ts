// The browser for the specs of the engines. They need several pages and contexts of Chromium, which Electron does not
// offer to a test driver.

import { type Browser, test as base, chromium } from '@playwright/test';
import { findInstalledChromium, NO_CHROMIUM } from '../../tools/chromium-host/index.ts';

/** Playwright's test, skipped if there is no browser, which the global setup has searched for. */
export const test = base.extend<{ chromiumIsHere: undefined }>({
  chromiumIsHere: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use, testInfo) => {
      testInfo.skip(findInstalledChromium() === undefined, NO_CHROMIUM);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Starts Chromium without a window. @throws if there is none. */
export function launchChromium(switches: readonly string[]): Promise<Browser> {
  const executablePath = findInstalledChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  // The sandbox refuses to start as root.
  const args = ['--disable-gpu', ...switches, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ args, executablePath });
}
