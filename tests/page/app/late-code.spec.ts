import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

test.use({ sharesPage: false });

/** Reloads the page with files held back. @returns what lets them through */
async function holdBack(page: Page, files: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  await page.reload();
  return resolve;
}

const CONTROLS = '**/assets/controls-*.js';

test('what is done with a control before its code is read is carried on', async ({ page }) => {
  const release = await holdBack(page, CONTROLS);
  const format = page.getByRole('combobox', { name: 'Format' });
  await expect(format).toHaveText('WAV (best)');
  await format.click();
  await expect(format).toBeFocused();
  release();
  await page.getByRole('option', { name: /^mp3/ }).click();
  await expect(format).toHaveText(/MP3/);
});

test('what is typed into a list before its code is read is searched for', async ({ page }) => {
  const release = await holdBack(page, CONTROLS);
  const voice = page.getByRole('combobox', { name: 'Voice', exact: true });
  await voice.focus();
  await page.keyboard.type('nov');
  await expect(voice).toHaveValue('nov');
  release();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type('a');
  await expect(voice).toHaveValue('nova');
  await expect(voice).toBeFocused();
});

test('a menu and a panel that are pressed before their code is read open once it is', async ({ page }) => {
  const release = await holdBack(page, CONTROLS);
  await page.getByRole('button', { name: 'Help' }).press('Enter');
  release();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
  const again = await holdBack(page, CONTROLS);
  await page.getByRole('button', { name: 'Scripts' }).click();
  again();
  await expect(page.getByRole('searchbox', { name: 'Search scripts' })).toBeVisible();
});

test('closed controls are in the same place, with the same words, before their code is read', async ({ page }) => {
  const panel = page.getByRole('complementary', { name: 'Speech settings' });
  const text = page.getByRole('textbox', { name: 'Text to speak' });
  const shown = () =>
    panel.locator('label, span, input:not([aria-hidden]), button, svg').evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [one.tagName, one instanceof HTMLInputElement ? one.value : one.textContent, x, y, width, height];
      }),
    );
  await expect(text).toBeFocused();
  const after = await shown();
  expect(after.length).toBeGreaterThan(15);
  const release = await holdBack(page, CONTROLS);
  await expect(text).toBeFocused();
  expect(await shown()).toEqual(after);
  release();
});

test('the text is where it will be before its editor is read, and the focus waits for it', async ({ page }) => {
  const text = page.getByRole('textbox', { name: 'Text to speak' });
  await text.fill('Anna: Good morning.\n\nBen: Good morning, Anna.');
  // Undo is kept with the text, so both are on the disk.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  const line = page.getByText('Good morning, Anna.');
  const place = await line.boundingBox();
  const release = await holdBack(page, '**/assets/ScriptText-*.js');
  await expect(line).toBeVisible();
  await expect(text).toBeHidden();
  const before = await line.boundingBox();
  expect([before?.y, before?.height]).toEqual([place?.y, place?.height]);
  const search = page.getByRole('combobox', { name: 'Voice', exact: true });
  await search.focus();
  release();
  await expect(text).toBeVisible();
  await expect(search).toBeFocused();
});

test('controls whose file cannot be read say so once, and work once it can be', async ({ page }) => {
  await page.route(CONTROLS, (route) => route.abort());
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: 'could not be read' });
  await expect(notice).toHaveCount(1);
  await page.unroute(CONTROLS);
  await page.getByRole('combobox', { name: 'Format' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
});
