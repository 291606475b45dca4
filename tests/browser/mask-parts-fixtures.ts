// The page for the specs of parts of the mask engine, in a real Chromium.

import type { Page } from '@playwright/test';
import { test as base, expect } from './mask-fixtures.ts';
import type {} from './mask-parts-page/main.ts';
import { type ServedPage, servePage } from './serve-page.ts';

export { expect };

const PAGE = new URL('mask-parts-page', import.meta.url).pathname;

/** Playwright's test with a new page, which must end without an error. */
export const test = base.extend<{ parts: Page }, { servedParts: ServedPage }>({
  servedParts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    async ({}, use) => {
      const served = await servePage(PAGE);
      await use(served);
      await served.close();
    },
    { scope: 'worker' },
  ],
  parts: async ({ loadPage, servedParts }, use) => {
    const page = await loadPage(servedParts.url, { viewport: { width: 500, height: 400 }, hasTouch: true });
    const errors: Error[] = [];
    const onError = (error: Error) => errors.push(error);
    page.on('pageerror', onError);
    await use(page);
    page.off('pageerror', onError);
    expect(errors).toEqual([]);
  },
});
