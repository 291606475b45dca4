import path from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityViolations, filesUnder } from '../../e2e/support/page-actions.ts';
import { fillLibrary, onOneMorning } from '../../e2e/support/takes.ts';
import { test as base, expect } from '../support/fixtures.ts';

const COUNT = 12;
/** The take whose file is nowhere. */
const LOST = 5;

/** The app over many takes, in the library. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
  prepare: async ({}, use) =>
    use((userData) =>
      fillLibrary(path.join(userData, 'library'), onOneMorning(COUNT), (index) =>
        index + 1 === LOST ? { mediaId: '0'.repeat(64) } : {},
      ),
    ),
  page: async ({ page }, use) => {
    await page.getByRole('tab', { name: /^(Library|作品库)/ }).click();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await use(page);
  },
});

const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Save several|保存多项)$/ });

test('all that match are saved by keyboard; what fails is named, and the rest is saved; then renamed by a pattern', {
  tag: '@slow',
}, async ({ page, saveDir }) => {
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await expect(dialog(page).getByText(`${COUNT} takes`)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('{date} {time} {title}');
  await expect(dialog(page).getByRole('list', { name: 'Name preview' })).toContainText('2026-01-02');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  }
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(`${COUNT - 1} files saved in`)).toBeVisible();
  await expect(dialog(page).getByRole('list', { name: 'Items not saved' })).toContainText(`Take ${LOST}`);
  // What was saved is not saved again by mistake.
  await expect(dialog(page).getByRole('button', { name: 'Save remaining 1' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  const names = [...(await filesUnder(saveDir)).keys()];
  expect(names).toHaveLength(COUNT - 1);
  expect(names).toContain('2026-01-02 09-30-59 Take 1.wav');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rename several…' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename several' });
  await renaming.getByRole('textbox', { name: 'Title' }).fill('Scene {number}: {title}');
  await expect(renaming.getByRole('list', { name: 'Title preview' })).toContainText('Take 12 → Scene 01: Take 12');
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(renaming).toBeHidden();
  await expect(page.getByRole('gridcell', { name: /^Scene 12: Take 1\./ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('gridcell', { name: /^Take 1\./ })).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });
  test('selected takes become mp3 by mouse, and the format is remembered', { tag: '@slow' }, async ({
    page,
    saveDir,
  }) => {
    await page.getByRole('gridcell').nth(0).click();
    await page
      .getByRole('gridcell')
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: '全部保存…' }).click();
    await dialog(page).getByRole('combobox', { name: '音频版本' }).click();
    await page.getByRole('option', { name: 'MP3' }).click();
    await dialog(page).getByRole('button', { name: '插入：生成日期' }).click();
    await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    await expect(dialog(page).getByText(/^已保存 2 个文件到/)).toBeVisible();
    const files = await filesUnder(saveDir);
    expect([...files.keys()].sort()).toEqual(['1 Take 22026-01-02.mp3', '2 Take 12026-01-02.mp3']);
    for (const bytes of files.values()) expect(bytes.subarray(0, 3).toString()).toBe('ID3');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '全部保存…' }).click();
    await expect(dialog(page).getByRole('combobox', { name: '音频版本' })).toContainText('MP3');
  });
});
