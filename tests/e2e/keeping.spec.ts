import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations, test as base, expect } from './support/fixtures.ts';
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
const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Item details' });

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(cells(page)).toHaveCount(6);
}

test('stars, ratings, tags and notes by keyboard; they can be undone, and outlive the database', {
  tag: '@journey',
}, async ({ page, userData, restart }) => {
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

  for (const end of ['', '-wal', '-shm'])
    await rm(path.join(userData, 'library', `library.sqlite${end}`), { force: true });
  const again = await restart({ isKilled: true });
  await openLibrary(again);
  await expect(cell(again, 2)).toHaveAccessibleName(/starred, 4 of 5$/);
  await cell(again, 2).click();
  await cell(again, 2).press('Enter');
  await expect(details(again).getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['cup', '海报']);
  await expect(details(again).getByRole('textbox', { name: 'Note' })).toHaveValue('Second voice 第二种声音');
});
