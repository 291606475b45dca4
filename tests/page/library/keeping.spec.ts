import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from '../../e2e/support/page-actions.ts';
import { fillLibrary, onOneMorning } from '../../e2e/support/takes.ts';
import { test as base, expect } from '../support/fixtures.ts';

/** The page over six takes, in the library. */
const test = base.extend({
  userData: async ({ userData }, use) => {
    await fillLibrary(path.join(userData, 'library'), onOneMorning(6));
    await use(userData);
  },
  page: async ({ page }, use) => {
    await openLibrary(page);
    await use(page);
  },
});

const cells = (page: Page): Locator => page.getByRole('gridcell');
const cell = (page: Page, number: number): Locator => cells(page).filter({ hasText: `Take ${number}` });
const details = (page: Page): Locator => page.getByRole('complementary', { name: /Item details|作品详情/ });

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^(Library|作品库)/ }).click();
  await expect(cells(page)).toHaveCount(6);
}

test('the shelf: collections are made, filled, shown, renamed and removed', { tag: '@slow' }, async ({ page }) => {
  const shelf = page.getByRole('list', { name: 'Shelf' }).getByRole('listitem');
  const place = (name: string): Locator => shelf.filter({ hasText: name });
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('第三集');
  await page.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(place('第三集')).toHaveText('第三集0');

  // By the bar of the selection, and by dragging: the system drags the files, and the app knows the items.
  await cell(page, 1).click();
  await cell(page, 2).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Add to…' }).click();
  await page.getByRole('menuitem', { name: '第三集' }).click();
  await expect(place('第三集')).toHaveText('第三集2');
  await page.keyboard.press('Escape');
  await cell(page, 4).dispatchEvent('dragstart');
  const transfer = await page.evaluateHandle(() => new DataTransfer());
  await place('第三集').dispatchEvent('dragover', { dataTransfer: transfer });
  await place('第三集').dispatchEvent('drop', { dataTransfer: transfer });
  await expect(place('第三集')).toHaveText(/[34]$/);

  await place('第三集').click();
  await expect(place('第三集')).toHaveAttribute('aria-current', 'page');
  await expect(cells(page)).not.toHaveCount(6);
  await expect(cell(page, 1)).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await place('第三集').press('F2');
  await page.keyboard.type('Episode 3');
  await page.keyboard.press('Enter');
  await expect(place('Episode 3')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(place('Episode 3')).toHaveCount(0);
  await expect(cells(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(place('Episode 3')).toHaveText(/^Episode 3[34]$/);

  await cell(page, 6).click();
  await page.keyboard.press('s');
  await place('Starred').click();
  await expect(cells(page)).toHaveCount(1);
});

test('a star on a take of the script is that of the item', async ({ page }) => {
  await page.getByRole('tab', { name: 'Speech' }).click();
  const take = page.getByRole('list', { name: 'Takes' }).getByRole('listitem').filter({ hasText: 'Take 3' });
  await take.focus();
  await page.keyboard.press('s');
  const star = take.getByRole('button', { name: 'Star', exact: true });
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(cell(page, 3)).toHaveAccessibleName(/starred$/);
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });
  test('星标、标签、合集', async ({ page }) => {
    await cell(page, 1).click();
    await page.keyboard.press('s');
    await page.keyboard.press('5');
    await expect(cell(page, 1)).toHaveAccessibleName(/已加星标，5 分（满分 5 分）$/);
    await cell(page, 1).press('Enter');
    await details(page).getByRole('combobox', { name: '标签' }).fill('茶杯，海报');
    await details(page).getByRole('combobox', { name: '标签' }).press('Enter');
    await page.getByRole('list', { name: '分类' }).getByText('茶杯').click();
    await expect(cells(page)).toHaveCount(1);
  });
});
