import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from './support/fixtures.ts';
import { fillLibrary } from './support/takes.ts';

/** Takes in the library, by day, the newest first. The screen reads 60 at a time. */
const DAYS = [5, 165] as const;
const COUNT = DAYS[0] + DAYS[1];
const PAGE = 60;

/** The app over a library of takes, `Take 1` the newest. */
const test = base.extend({
  userData: async ({ userData }, use) => {
    await fillLibrary(
      path.join(userData, 'library'),
      Array.from({ length: COUNT }, (_, i) => new Date(2026, 0, i < DAYS[0] ? 2 : 1, 12)),
    );
    await use(userData);
  },
  page: async ({ page }, use) => {
    await page.getByRole('tab', { name: 'Library' }).click();
    await expect(cells(page)).toHaveCount(PAGE);
    await use(page);
  },
});

const cells = (page: Page): Locator => page.getByRole('grid', { name: 'Library items' }).getByRole('gridcell');
const cell = (page: Page, number: number): Locator =>
  cells(page).and(page.getByRole('gridcell', { name: new RegExp(`^Take ${number}\\.`) }));
const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Item details' });
const selection = (page: Page): Locator => page.getByRole('region', { name: 'Selection' });

async function expectSelected(page: Page, ...numbers: number[]): Promise<void> {
  const selected = cells(page).and(page.getByRole('gridcell', { selected: true }));
  await expect(selected).toHaveCount(numbers.length);
  for (const number of numbers) await expect(cell(page, number)).toHaveAttribute('aria-selected', 'true');
}

/** Where the cell with the focus lies. */
async function focusedBox(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator(':focus').boundingBox();
  if (box === null) throw new Error('Nothing to be seen has the focus.');
  return box;
}

test('further pages are loaded near the end of the list, each item once, in one rowgroup a day', async ({ page }) => {
  await cell(page, 1).focus();
  for (let read = PAGE; read < COUNT; read += PAGE) {
    await page.keyboard.press('End');
    await expect(cell(page, read)).toBeFocused();
    await expect(cells(page)).toHaveCount(Math.min(COUNT, read + PAGE));
  }
  await page.keyboard.press('End');
  await expect(cell(page, COUNT)).toBeFocused();
  await expect(cell(page, COUNT)).toBeInViewport();
  const days = page.getByRole('grid', { name: 'Library items' }).getByRole('rowgroup');
  await expect(days).toHaveCount(2);
  for (const [index, count] of DAYS.entries()) await expect(days.nth(index).getByRole('gridcell')).toHaveCount(count);
  await page.keyboard.press('Home');
  await expect(cell(page, 1)).toBeInViewport();
});

test('arrow keys move in their direction; one cell is in the Tab order; Enter opens and Space plays', async ({
  page,
}) => {
  await cell(page, 7).focus();
  const from = await focusedBox(page);
  await page.keyboard.press('ArrowDown');
  const below = await focusedBox(page);
  expect(below.x).toBeCloseTo(from.x, 0);
  expect(below.y).toBeGreaterThan(from.y);
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 7)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 8)).toBeFocused();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await expect(cell(page, 5)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(cells(page).and(page.locator('[tabindex="0"]'))).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(cell(page, 1)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(details(page)).toContainText('Take 1');
  await page.keyboard.press('ArrowRight');
  await expect(details(page)).toContainText('Take 2');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Pause take: Take 2 / })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Play take: Take 2 / })).toBeVisible();
});

test('a selection grows, shrinks and ends, by keyboard and by mouse', async ({ page }) => {
  await cell(page, 3).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expectSelected(page, 3, 4, 5);
  await page.keyboard.press('Shift+ArrowLeft');
  await expectSelected(page, 3, 4);
  await expect(selection(page)).toContainText('2 selected');
  await page.keyboard.press('Escape');
  await expectSelected(page);
  await expect(selection(page)).toBeHidden();

  await cell(page, 8).click();
  await cell(page, 10).click({ modifiers: ['ControlOrMeta'] });
  await expectSelected(page, 8, 10);
  await page.keyboard.press('Shift+Space');
  await expectSelected(page, 8);
  await cell(page, 7).click({ modifiers: ['Shift'] });
  await expectSelected(page, 7, 8, 9, 10);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selection(page)).toContainText(`${PAGE} selected`);
  await page.keyboard.press('ArrowRight');
  await expect(selection(page)).toBeHidden();
});
