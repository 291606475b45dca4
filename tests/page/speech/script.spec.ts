// What is done with a script while it is written and found again; tests/e2e/script.spec.ts makes a long one.

import type { Page } from '@playwright/test';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { accessibilityViolations, ask, connectTo } from '../../e2e/support/page-actions.ts';
import { expectText, textField } from '../../e2e/support/text.ts';
import { expect, test } from '../support/fixtures.ts';

const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true }).click();
/** The number of whole takes. */
const takeCount = async (page: Page) => {
  const { items } = await ask(page, 'library.list', { search: '', kind: 'speech', beforeId: null, limit: 200 });
  return items.filter((item) => item.kind === 'speech' && item.isComplete).length;
};
const isMade = (page: Page) => expect(page.getByText('All lines are generated.')).toBeVisible();

test.describe('in Chinese, by keyboard alone', () => {
  test.use({ language: 'zh-CN' });

  test('a line is written, made, changed, moved and made again', async ({ page, relay }) => {
    const t = createTranslator('zh');
    await connectTo(page, relay);
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

test('a take leads to its script and line; scripts are found by title in the palette and in the library', {
  tag: '@slow',
}, async ({ page, relay }) => {
  await connectTo(page, relay);
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
