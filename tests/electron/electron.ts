// The specs' way into Electron's main process; they run only where it runs, and say so elsewhere.

import type { ElectronApplication } from '@playwright/test';
import { test as base, expect } from '../e2e/fixtures.ts';
import { hostName } from '../e2e/launch.ts';

export { expect };

/** The app's specs, with the main process; skipped without Electron. */
export const test = base.extend<{ electronIsHere: undefined; electron: ElectronApplication }>({
  electronIsHere: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use, testInfo) => {
      testInfo.skip(hostName() !== 'electron', 'Electron does not run here');
      await use(undefined);
    },
    { auto: true },
  ],
  electron: async ({ app }, use) => {
    if (!app.electron) throw new Error('Not on Electron');
    await use(app.electron);
  },
});
