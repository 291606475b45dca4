import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, onlyOn, test } from './support/fixtures.ts';

const takes = (page: Page) => page.getByRole('list', { name: 'Takes' }).getByRole('listitem');

/** How often the log of the app says that its page is not isolated. */
async function timesLogged(userData: string): Promise<number> {
  const log = await readFile(path.join(userData, 'logs/main.log'), 'utf8');
  return log.split('\n').filter((line) => line.includes('"page.notIsolated"')).length;
}

test.describe('the log', () => {
  test.use({ sharesApp: false });

  test('has no line on an isolated page', async ({ page, userData }) => {
    await expect(takes(page)).toHaveCount(0);
    expect(await timesLogged(userData)).toBe(0);
  });

  test.describe('without isolation', () => {
    test.use({ isIsolated: false });
    onlyOn('chromium', 'only the Chromium host can leave a page unisolated');

    test('has one line for each start, however often the page is loaded again', async ({
      page,
      crash,
      restart,
      userData,
    }) => {
      expect(await page.evaluate(() => [crossOriginIsolated, 'SharedArrayBuffer' in window])).toEqual([false, false]);
      expect(await timesLogged(userData)).toBe(1);
      const again = await crash();
      await expect(again.getByRole('textbox', { name: 'Text to speak' })).toBeVisible();
      expect(await timesLogged(userData)).toBe(1);
      await restart();
      expect(await timesLogged(userData)).toBe(2);
    });
  });
});
