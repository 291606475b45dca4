// The browser of the engines' specs. They need Chromium itself, with several pages and contexts, which Electron does not offer to a driver.

import { type Browser, test as base, chromium } from '@playwright/test';
import { findInstalledChromium, NO_CHROMIUM } from '../../tools/chromium-host/index.ts';

/** Playwright's test, skipped where there is no browser; the global setup has looked for one. */
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

/** Starts it, without a window. @throws when there is none. */
export function launchChromium(switches: readonly string[]): Promise<Browser> {
  const executablePath = findInstalledChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  // The sandbox refuses to start as root.
  const args = ['--disable-gpu', ...switches, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ args, executablePath });
}
