import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { fillLibrary } from '../../e2e/support/takes.ts';
import { test as base, expect } from '../support/fixtures.ts';

/** Takes in the library, by day, the newest first: many more than are in view. */
const DAYS = [5, 165] as const;
const COUNT = DAYS[0] + DAYS[1];

/** A library of takes, `Take 1` the newest, which each test has a copy of. */
let filled = '';
const test = base.extend({
  userData: async ({ userData }, use) => {
    await cp(filled, path.join(userData, 'library'), { recursive: true });
    await use(userData);
  },
  page: async ({ page }, use) => {
    await page.getByRole('tab', { name: 'Library' }).click();
    await expect(cell(page, 1)).toBeVisible();
    await use(page);
  },
});

test.beforeAll(async () => {
  filled = await mkdtemp(path.join(tmpdir(), 'relay-studio-filled-'));
  await fillLibrary(
    filled,
    Array.from({ length: COUNT }, (_, i) => new Date(2026, 0, i < DAYS[0] ? 2 : 1, 12)),
  );
});
test.afterAll(() => rm(filled, { recursive: true, force: true }));

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

/**
 * Jumps to one end, and returns where cells are that have no item when the document first changes, and where items are
 * then. At the end nothing has been read; at the beginning all has been, but no frame builds a whole screen of cells.
 */
function jumpTo(page: Page, end: 'first' | 'last'): Promise<Record<'places' | 'items', Record<string, number[]>>> {
  return page.evaluate(async (to) => {
    const boxes = (selector: string) =>
      Object.fromEntries(
        [...document.querySelectorAll<HTMLElement>(`[role="grid"] [data-row]${selector}`)].map((cell) => {
          const { x, y, width, height } = cell.getBoundingClientRect();
          return [cell.dataset.row, [x, y, width, height]];
        }),
      );
    const scroller = document.querySelector('[role="grid"] > [role="presentation"]');
    if (scroller === null) throw new Error('Nothing scrolls.');
    const changed = new Promise((resolve) => {
      new MutationObserver(resolve).observe(scroller, { childList: true, subtree: true });
    });
    scroller.scrollTop = to === 'first' ? 0 : scroller.scrollHeight;
    await changed;
    const places = boxes('[aria-busy]');
    while (document.querySelector('[aria-busy]') !== null) await new Promise(requestAnimationFrame);
    return { places, items: boxes('[data-item]') };
  }, end);
}

test('only what is in view is in the document, and End, Home and pages lead anywhere at once', {
  tag: '@slow',
}, async ({ page }) => {
  const grid = page.getByRole('grid', { name: 'Library items' });
  const rowCount = Number(await grid.getAttribute('aria-rowcount'));
  for (const end of ['last', 'first'] as const) {
    const { places, items } = await jumpTo(page, end);
    expect(Object.keys(places).length).toBeGreaterThan(5);
    expect(items).toMatchObject(places);
  }
  await cell(page, 1).focus();
  await page.keyboard.press('End');
  await expect(cell(page, COUNT)).toBeFocused();
  await expect(cell(page, COUNT)).toBeInViewport();
  await expect(cell(page, 1)).toBeHidden();
  expect(await cells(page).count()).toBeLessThan(COUNT / 2);
  const rows = grid.getByRole('row');
  await expect(rows.last()).toHaveAttribute('aria-rowindex', String(rowCount));
  await expect(grid.getByRole('rowgroup', { name: 'January 1, 2026' })).toHaveCount(1);
  await page.keyboard.press('PageUp');
  await expect(cell(page, COUNT)).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(cell(page, 1)).toBeFocused();
  await expect(cell(page, 1)).toBeInViewport();
  await expect(grid.getByRole('rowgroup')).toHaveCount(2);
  // The focus stays with its cell, wherever the view is.
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 1500);
  await expect(cell(page, 1)).not.toBeInViewport();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 2)).toBeFocused();
  await expect(cell(page, 2)).toBeInViewport();
});

test('the dates at the side lead to a day by key, by press, and typed', { tag: '@slow' }, async ({ page }) => {
  const dates = page.getByRole('slider', { name: 'Dates' });
  await expect(dates).toHaveAttribute('aria-valuetext', 'January 2, 2026');
  await dates.focus();
  await page.keyboard.press('ArrowDown');
  await expect(dates).toHaveAttribute('aria-valuetext', 'January 1, 2026');
  await expect(cell(page, DAYS[0] + 1)).toBeInViewport();
  const box = await dates.boundingBox();
  if (box === null) throw new Error('There are no dates.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 1);
  await expect(cell(page, COUNT)).toBeInViewport();
  await page.getByRole('button', { name: 'Go to date' }).click();
  await page.getByLabel('Go to date').getByRole('textbox').or(page.locator('input[type="date"]')).fill('2026-01-02');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1)).toBeFocused();
  await expect(cell(page, 1)).toBeInViewport();
});

test('a rectangle drawn from an empty place selects what it touches; Escape gives it up', { tag: '@slow' }, async ({
  page,
}) => {
  const first = await cell(page, 1).boundingBox();
  const second = await cell(page, 2).boundingBox();
  if (first === null || second === null) throw new Error('Nothing to be seen.');
  const gap = (first.x + first.width + second.x) / 2;
  await page.mouse.move(gap, first.y + 10);
  await page.mouse.down();
  await page.mouse.move(gap - 30, first.y + 20, { steps: 4 });
  await expectSelected(page, 1);
  await page.mouse.move(second.x + 30, first.y + 30, { steps: 4 });
  await expectSelected(page, 2);
  await page.mouse.up();
  await expectSelected(page, 2);
  await page.mouse.move(gap, first.y + 10);
  await page.mouse.down();
  await page.mouse.move(gap - 30, first.y + 20, { steps: 4 });
  await page.keyboard.press('Escape');
  await expectSelected(page);
  await page.mouse.up();
});

test('as a list, with columns that sort, or with cells of a chosen size; the choice and the item at the top stay', {
  tag: '@slow',
}, async ({ page }) => {
  await page.getByRole('slider', { name: 'Dates' }).focus();
  await page.keyboard.press('End');
  await expect(cell(page, DAYS[0] + 1)).toBeInViewport();
  await page.getByRole('radio', { name: 'List' }).check();
  const row = (number: number) => page.getByRole('row', { name: new RegExp(`^Take ${number}\\.`) });
  await expect(row(DAYS[0] + 1)).toBeInViewport();
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(row(1)).toBeInViewport();
  await expect(page.getByRole('slider', { name: 'Dates' })).toBeHidden();
  await row(1).click();
  await page.keyboard.press('F2');
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /^Renamed\./ })).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selection(page)).toContainText('2 selected');
  await page.getByRole('radio', { name: 'Grid' }).check();
  await expect(cells(page).first()).toBeVisible();

  const columns = async () =>
    Number(await page.getByRole('grid', { name: 'Library items' }).getAttribute('aria-colcount'));
  const before = await columns();
  await page.getByRole('slider', { name: 'Tile size' }).focus();
  await page.keyboard.press('End');
  await expect.poll(columns).toBeLessThan(before);
  await page.keyboard.press('Home');
  await expect.poll(columns).toBeGreaterThan(before);
  await expect(cells(page).and(page.getByRole('gridcell', { name: /^Renamed\./ }))).toBeInViewport();
});

test('arrow keys move in their direction; one cell is in the Tab order; Enter opens and Space plays', {
  tag: '@slow',
}, async ({ page }) => {
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

test('a selection grows, shrinks and ends, by keyboard and by mouse', { tag: '@slow' }, async ({ page }) => {
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
  // Wherever the focus is, unless something is typed there.
  await page.getByRole('radio', { name: 'Grid' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(selection(page)).toContainText(`${COUNT} selected`);
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await cell(page, 8).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Your library is empty')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell(page, 1)).toBeVisible();
  // The focus stays with its item when others come before it.
  await cell(page, 8).click();
  await page.keyboard.press('Delete');
  await expect(cell(page, 9)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell(page, 8)).toBeVisible();
  await expect(cell(page, 9)).toBeFocused();
  await cell(page, 8).click();
  await page.keyboard.press('Shift+End');
  await expect(selection(page)).toContainText(`${COUNT - 7} selected`);
  await page.keyboard.press('ArrowLeft');
  await expect(selection(page)).toBeHidden();
});
