import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations, test as base, expect, reload } from './support/fixtures.ts';
import { fillLibrary, onOneMorning } from './support/takes.ts';

/** The app over six takes, in the library. */
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

/** What stays when the database is lost: the app is ended and starts on the files alone. */
async function loseDatabase(
  { userData }: { userData: string },
  restart: (change?: { isKilled?: boolean }) => Promise<Page>,
): Promise<Page> {
  for (const end of ['', '-wal', '-shm'])
    await rm(path.join(userData, 'library', `library.sqlite${end}`), { force: true });
  const page = await restart({ isKilled: true });
  await openLibrary(page);
  return page;
}

test('stars, ratings, tags and notes by keyboard; they can be undone, and outlive the database', async ({
  page,
  userData,
  restart,
}) => {
  await cell(page, 2).focus();
  await page.keyboard.press('s');
  await page.keyboard.press('4');
  await expect(cell(page, 2)).toHaveAccessibleName(/starred, 4 of 5$/);
  // Several at once are one step.
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('3');
  await expect(cell(page, 3)).toHaveAccessibleName(/, 3 of 5$/);
  await expect(cell(page, 2)).toHaveAccessibleName(/starred, 3 of 5$/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell(page, 3)).not.toHaveAccessibleName(/of 5/);
  await expect(cell(page, 2)).toHaveAccessibleName(/starred, 4 of 5$/);

  await cell(page, 2).press('Escape');
  await cell(page, 2).press('Enter');
  const tags = details(page).getByRole('combobox', { name: 'Tags' });
  await tags.fill('cup, 海报');
  await tags.press('Enter');
  const chips = details(page).getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await expect(chips).toHaveText(['cup', '海报']);
  await tags.fill('CUP');
  await tags.press('Enter');
  await expect(chips).toHaveText(['cup', '海报']);
  await details(page).getByRole('textbox', { name: 'Note' }).fill('Second voice 第二种声音');
  await details(page).getByRole('textbox', { name: 'Note' }).blur();
  expect(await accessibilityViolations(page, 'aside')).toEqual([]);

  // What is in the library is offered for others.
  await cell(page, 5).click();
  await cell(page, 5).press('Enter');
  await tags.fill('海');
  await page.getByRole('option', { name: '海报' }).click();
  await expect(chips).toHaveText(['海报']);
  await details(page).getByRole('button', { name: 'Remove the tag “海报”' }).click();
  await expect(chips).toHaveCount(0);

  const again = await loseDatabase({ userData }, restart);
  await expect(cell(again, 2)).toHaveAccessibleName(/starred, 4 of 5$/);
  await cell(again, 2).click();
  await cell(again, 2).press('Enter');
  await expect(details(again).getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['cup', '海报']);
  await expect(details(again).getByRole('textbox', { name: 'Note' })).toHaveValue('Second voice 第二种声音');
});

test('the shelf: collections are made, filled, shown, renamed and removed', async ({ page, userData, restart }) => {
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
  const again = await loseDatabase({ userData }, restart);
  await expect(again.getByRole('list', { name: 'Shelf' }).getByText('Episode 3')).toBeVisible();
});

test('a star on a take of the script is that of the item', async ({ page }) => {
  await reload(page);
  await page.getByRole('tab', { name: 'Speech' }).click();
  const take = page.getByRole('list', { name: 'Takes' }).getByRole('listitem').filter({ hasText: 'Take 3' });
  await take.focus();
  await page.keyboard.press('s');
  await expect(take.getByRole('button', { name: 'Star', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(cell(page, 3)).toHaveAccessibleName(/starred$/);
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh_CN' });
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
