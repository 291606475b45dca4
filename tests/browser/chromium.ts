// The browser for the specs of the engines. They need several pages and contexts of Chromium, which Electron does not
// offer to a test driver.

import { type Browser, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { findInstalledChromium, NO_CHROMIUM } from '../../tools/electron/index.ts';

/** Playwright's test, skipped if there is no browser, which the global setup has searched for. */
export const test = base.extend<{ chromiumIsHere: undefined }>({
  chromiumIsHere: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use, testInfo) => {
      testInfo.skip(findInstalledChromium({ headless: true }) === undefined, NO_CHROMIUM);
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Loads a page that stays the same for equal options; its document and its workers are new each time. */
export type LoadPage = (url: string, options?: BrowserContextOptions) => Promise<Page>;

/** Keeps the pages of a browser for the next test: to load one again costs a fraction of a new context and process. */
export function reusePages(browser: Browser): LoadPage {
  const pages = new Map<string, Page>();
  return async (url, options = {}) => {
    const key = JSON.stringify([url, options]);
    const found = pages.get(key);
    const page = found ?? (await (await browser.newContext(options)).newPage());
    pages.set(key, page);
    if (found) await releaseInput(page);
    await page.goto(url);
    return page;
  };
}

/** Releases what a test may have left pressed. */
export async function releaseInput(page: Page): Promise<void> {
  await page.mouse.up();
  await page.mouse.move(0, 0);
  for (const key of ['Shift', 'Alt', 'Control', 'Space']) await page.keyboard.up(key);
}
