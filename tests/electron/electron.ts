// The specs' way into Electron's main process; they run only where its binary is, and say so elsewhere.

import type { ElectronApplication } from '@playwright/test';
import { test as base, expect } from '../e2e/fixtures.ts';
import { hostName } from '../e2e/launch.ts';

export { expect };

/** The app's specs, with the main process. Every test of a file using this is skipped without Electron. */
export const test = base.extend<{ electron: ElectronApplication }>({
  electron: async ({ app }, use) => {
    if (!app.electron) throw new Error('Not on Electron');
    await use(app.electron);
  },
});
test.skip(hostName() !== 'electron', "Electron's binary is not here");
