import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from '../../e2e/support/page-actions.ts';
import { fillLibrary } from '../../e2e/support/takes.ts';
import { test as base, expect } from '../support/fixtures.ts';

const COUNT = 60;
const VOICES = ['zh_female_cancan_mars_bigtts', 'own-voice', 'third-voice'];
const WORDS = ['harbour lantern', 'quiet morning', '灯塔守望者', '早上好朋友'];

/** A library of takes, which each test has a copy of: three voices, four texts, some starred, tagged or cut off; one a day. */
let filled = '';
const test = base.extend({
  userData: async ({ userData }, use) => {
    await cp(filled, path.join(userData, 'library'), { recursive: true });
    await use(userData);
  },
});

test.beforeAll(async () => {
  filled = await mkdtemp(path.join(tmpdir(), 'relay-studio-filled-'));
  await fillLibrary(
    filled,
    Array.from({ length: COUNT }, (_, index) => new Date(2026, 9, 31 - index, 12)),
    (index, take) => ({
      request: { ...take.request, text: `${WORDS[index % 4]} ${index}`, voice: VOICES[index % 3] ?? null },
      title: `${WORDS[index % 4]} ${index}`,
      isStarred: index % 2 === 1,
      rating: index % 6,
      tags: index % 5 === 0 ? ['Draft', '草稿'] : [],
      isComplete: index % 10 !== 0,
    }),
  );
});
test.afterAll(() => rm(filled, { recursive: true, force: true }));

const search = (page: Page): Locator => page.getByRole('combobox', { name: /^(Search library|搜索作品库)$/ });
const grid = (page: Page): Locator => page.getByRole('grid');
/** A value in the panel. */
const box = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('checkbox', { name: new RegExp(name) });
const chips = (page: Page, name: string): Locator => page.getByRole('list', { name }).getByRole('listitem');

async function openLibrary(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
}

test('facets are counted, combined and taken back; all by keyboard', { tag: '@slow' }, async ({ page }) => {
  await openLibrary(page, 'Library');
  await page.getByRole('button', { name: 'Filters', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(box(page, `own-voice ${COUNT / 3}`)).toBeVisible();
  expect(await accessibilityViolations(page, '[role="dialog"]')).toEqual([]);
  await box(page, 'own-voice').focus();
  await page.keyboard.press('Space');
  // Within the voice: every second one is starred. The other voices keep their counts.
  await expect(box(page, `Yes ${COUNT / 6}`)).toBeVisible();
  await expect(box(page, `third-voice ${COUNT / 3}`)).toBeVisible();
  await box(page, 'Yes').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filters, 2 active' })).toBeFocused();
  await expect(chips(page, 'Active filters')).toHaveText(['Voice: own-voice', 'Starred: Yes']);
  expect(await accessibilityViolations(page)).toEqual([]);

  await search(page).fill('quiet');
  await expect(grid(page).getByRole('gridcell').first()).toHaveAccessibleName(/^quiet morning/);
  await search(page).fill('harbour');
  // Nothing is starred there: the screen says what can be taken out.
  await expect(page.getByText('No items match all filters')).toBeVisible();
  await page.getByRole('button', { name: 'Remove “Starred: Yes” 5 items' }).click();
  await expect(grid(page).getByRole('gridcell').first()).toHaveAccessibleName(/^harbour lantern/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(chips(page, 'Active filters')).toHaveCount(0);
  await expect(search(page)).toHaveValue('');
});

test('a chip takes out only what it names', async ({ page }) => {
  await openLibrary(page, 'Library');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await box(page, 'own-voice').check();
  await box(page, 'Yes').check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove “Voice: own-voice”' }).click();
  await expect(chips(page, 'Active filters')).toHaveText(['Starred: Yes']);
});

/** The name of what has the focus directly after Ctrl/⌘+F, before a next key could come. */
function focusedByFind(page: Page): Promise<string | null | undefined> {
  const modifier = process.platform === 'darwin' ? 'metaKey' : 'ctrlKey';
  return page.evaluate((held) => {
    const key = new KeyboardEvent('keydown', { key: 'f', code: 'KeyF', [held]: true, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(key);
    return document.activeElement?.getAttribute('aria-label');
  }, modifier);
}

test('conditions are typed with the help of suggestions, and the order is chosen', { tag: '@slow' }, async ({
  page,
}) => {
  await openLibrary(page, 'Library');
  await page.getByRole('tab', { name: 'Speech' }).click();
  expect(await focusedByFind(page)).toBe('Search library');
  await page.keyboard.type('vo');
  await expect(page.getByRole('option', { name: 'voice:' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(search(page)).toHaveValue('voice:');
  await page.keyboard.type('own');
  await expect(page.getByRole('option', { name: 'voice:own-voice' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(search(page)).toHaveValue('voice:own-voice ');
  await page.keyboard.type('starred:yes quiet 2026-10');
  const cells = grid(page).getByRole('gridcell');
  // The thirty-first of October is take 0, so that its takes have the numbers 0 to 30.
  await expect(cells).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Name' }).click();
  await page.getByRole('button', { name: 'Descending' }).click();
  await expect(cells.first()).toHaveAccessibleName(/^quiet morning 1\b/);
  await expect(cells.last()).toHaveAccessibleName(/^quiet morning 25\b/);
});

test('a search is kept as a smart collection, and shown again from the shelf', async ({ page }) => {
  await openLibrary(page, 'Library');
  await search(page).fill('quiet voice:own');
  // While the suggestions are there, the rest is hidden from assistive technology.
  await expect(page.getByRole('option', { name: 'voice:own-voice' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save as smart collection…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New smart collection' });
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('quiet voice:own');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Quiet ones');
  await page.keyboard.press('Enter');
  const shelf = page.getByRole('list', { name: 'Shelf' });
  await expect(shelf).toContainText('Quiet ones');

  await shelf.getByText('All', { exact: true }).click();
  await expect(search(page)).toHaveValue('');
  await shelf.getByText('Quiet ones').click();
  await expect(search(page)).toHaveValue('quiet voice:own');
  await expect(grid(page).getByRole('gridcell').first()).toHaveAccessibleName(/^quiet morning/);
});

test('odd searches find nothing, and no harm is done', async ({ page }) => {
  await openLibrary(page, 'Library');
  for (const odd of ['"', '* OR NEAR(', '%', '🙂', '\u202eabc', 'x'.repeat(1000), "'; DROP TABLE items; --"]) {
    await search(page).fill(odd);
    await expect(page.getByText('Nothing matches “')).toBeVisible();
  }
  await page.getByRole('button', { name: /^Clear search/ }).click();
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });

  test('texts are found by characters and phrases, conditions are Chinese words', { tag: '@slow' }, async ({
    page,
  }) => {
    await openLibrary(page, '作品库');
    await search(page).fill('守望');
    await expect(grid(page).getByRole('gridcell').first()).toHaveAccessibleName(/^灯塔守望者/);
    await search(page).fill('采');
    await expect(page.getByRole('option', { name: '采用:' })).toBeVisible();
    await search(page).fill('标签:草稿 早上好 -音色:own');
    // While the suggestions are there, the rest is hidden from assistive technology.
    await expect(page.getByRole('option', { name: 'own-voice' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(chips(page, '已设条件')).toHaveCount(0);
    await expect(grid(page).getByRole('gridcell').first()).toHaveAccessibleName(/^早上好朋友/);
    await page.getByRole('button', { name: '筛选', exact: true }).click();
    await expect(box(page, '草稿')).toBeVisible();
    expect(await accessibilityViolations(page, '[role="dialog"]')).toEqual([]);
    await box(page, '草稿').check();
    await expect(page.getByRole('list', { name: '已设条件' })).toContainText('标签: 草稿');
  });
});
