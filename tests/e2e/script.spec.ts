// A script of many lines: each is requested once, whatever happens in between.

import type { Page } from '@playwright/test';
import { createTranslator } from '../../shared/i18n/index.ts';
import { accessibilityViolations, expect, test } from './support/fixtures.ts';
import { ask } from './support/page-actions.ts';
import { expectText, textField } from './support/text.ts';

const ROLES = ['Anna', 'Ben', 'Carla'];
/** So many that some are made, some under way and some waiting when the app is killed. */
const LINES = 10;
const SCRIPT = Array.from({ length: LINES }, (_, index) => `${ROLES[index % 3]}: This is line ${index + 1}.`).join(
  '\n',
);

const line = (page: Page, number: number, state: string) =>
  page.getByRole('listitem', { name: `Line ${number}: ${state}`, exact: true });
const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true }).click();
/** The number of whole takes; what had arrived of a request when the app was killed is kept beside them. */
const takeCount = async (page: Page) => {
  const { items } = await ask(page, 'library.list', { search: '', kind: 'speech', beforeId: null, limit: 200 });
  return items.filter((item) => item.kind === 'speech' && item.isComplete).length;
};
const isMade = (page: Page) => expect(page.getByText('All lines are made.')).toBeVisible({ timeout: 60_000 });

test.describe('killed in the middle', () => {
  test.use({ sharesApp: false });

  test('all lines are made once each; two changes are two requests; a moved line costs nothing', async ({
    page,
    restart,
  }) => {
    await textField(page).fill(SCRIPT);
    await page.getByRole('textbox', { name: 'Script title' }).fill('Episode 3');
    // So many requests are emphasised.
    await expect(page.getByText(`${LINES} requests`)).toHaveCSS('font-weight', '600');
    await generate(page);
    // It is heard while it is being made.
    await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.getByRole('button', { name: `More for line ${LINES}` }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Keep its take whatever changes' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'Pause its request' }).click();
    await expect(line(page, 4, 'ready')).toBeVisible({ timeout: 60_000 });

    const again = await restart({ isKilled: true });
    await expect(again.getByRole('textbox', { name: 'Script title' })).toHaveValue('Episode 3');
    // What was on its way when the app died is unknown: only a click requests it again.
    const paused = again.getByText('Paused', { exact: true });
    await expect(paused).toBeVisible({ timeout: 60_000 });
    if (await again.getByText(/^\d+ requests? · /).isVisible()) await generate(again);
    await expect(line(again, LINES, 'paused')).toBeVisible();
    await expect.poll(() => takeCount(again)).toBe(LINES - 1);
    await expect(paused).toBeVisible();
    await again.getByRole('button', { name: `More for line ${LINES}` }).click();
    await again.getByRole('menuitem', { name: 'Resume its request' }).click();
    await isMade(again);
    expect(await takeCount(again)).toBe(LINES);

    const text = textField(again);
    for (const number of [2, 5]) {
      await text
        .locator('.cm-line')
        .nth(number - 1)
        .click();
      await again.keyboard.press('End');
      await again.keyboard.type(' Or is it?');
      await expect(line(again, number, 'changed')).toBeVisible();
    }
    await expect(again.getByText(/^line 5: \d+ bytes$/)).toBeVisible();
    const used = again.getByRole('list', { name: 'Takes' }).getByText('used, text changed');
    await expect(used).toBeVisible();
    await expect(again.getByText(/^2 requests/)).toHaveCSS('font-weight', '400');
    await generate(again);
    await isMade(again);
    expect(await takeCount(again)).toBe(LINES + 2);

    await text.locator('.cm-line').nth(4).click();
    await again.keyboard.press('Alt+ArrowDown');
    await expect(text.locator('.cm-line').nth(5)).toContainText('This is line 5. Or is it?');
    await isMade(again);
    await again.getByRole('button', { name: 'Redo line 6' }).click();
    await expect.poll(() => takeCount(again)).toBe(LINES + 3);
    await expect(again.getByRole('list', { name: 'Takes' }).getByRole('listitem')).toHaveCount(3);
  });
});

test.describe('in Chinese, by keyboard alone', () => {
  test.use({ language: 'zh_CN' });

  test('a line is written, made, changed, moved and made again', async ({ page }) => {
    const t = createTranslator('zh');
    await expect(page.getByRole('textbox', { name: t('speech.text') })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('安娜：你听到了吗？');
    await page.keyboard.press('Enter');
    await page.keyboard.type('本：是风。');
    await page.keyboard.press('ControlOrMeta+Enter');
    const state = (number: number, name: 'ready' | 'changed') =>
      page.getByRole('listitem', { name: t(`lines.${name}`, { number: String(number) }), exact: true });
    await expect(state(2, 'ready')).toBeVisible();
    await page.keyboard.type('吗？');
    await expect(state(2, 'changed')).toBeVisible();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(state(1, 'changed')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(t('plan.nothing'))).toBeVisible();
    expect(await takeCount(page)).toBe(3);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

test('a take leads to its script and line; scripts are found by title in the palette and in the library', async ({
  page,
}) => {
  const title = page.getByRole('textbox', { name: 'Script title' });
  await textField(page).fill('Anna: The harbour.\nBen: The lantern.');
  await title.fill('Episode 3');
  await generate(page);
  await isMade(page);

  const choose = async (typed: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill(typed);
    await page.keyboard.press('Enter');
  };
  await choose('new script');
  await expect(title).toHaveValue('');
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('combobox', { name: 'Search library' }).fill('episode');
  const found = page.getByRole('grid', { name: 'Library items' }).getByRole('gridcell');
  await expect(found).toHaveCount(2);
  await found.filter({ hasText: 'The lantern' }).dblclick();
  const details = page.getByRole('complementary', { name: 'Item details' });
  await details.getByRole('button', { name: 'Episode 3, line 2', exact: true }).click();
  await expect(title).toHaveValue('Episode 3');
  await expect(textField(page)).toBeFocused();
  await page.keyboard.type('Mr ');
  await expectText(page, 'Anna: The harbour.\nMr Ben: The lantern.');

  await choose('list of scripts');
  await page.getByRole('button', { name: 'Delete “Episode 3”' }).click();
  await expect(title).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(details.getByText('“Episode 3” is deleted.')).toBeVisible();
  await expect(found).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+z');
});
