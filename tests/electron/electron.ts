// Gives specs access to Electron's main process; usable only if its binary is installed.

import type { ElectronApplication } from '@playwright/test';
import { test as base, expect } from '../e2e/support/fixtures.ts';

export { expect };

/** The app's test, with the main process. */
export const test = base.extend<{ electron: ElectronApplication }>({
  sharesApp: false,
  electron: async ({ app }, use) => {
    if (!app.electron) throw new Error('Not on Electron');
    await use(app.electron);
  },
});
