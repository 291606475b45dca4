// The specs' way into Electron's main process; only where its binary is.

import type { ElectronApplication } from '@playwright/test';
import { test as base, expect } from '../e2e/support/fixtures.ts';

export { expect };

/** The app's specs, with the main process. */
export const test = base.extend<{ electron: ElectronApplication }>({
  electron: async ({ app }, use) => {
    if (!app.electron) throw new Error('Not on Electron');
    await use(app.electron);
  },
});
