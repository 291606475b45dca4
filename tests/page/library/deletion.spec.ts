import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { accessibilityViolations } from '../../e2e/support/page-actions.ts';
import { madeId, madeTake, writeMadeItem } from '../../support/made-library.ts';
import { test as base, expect } from '../support/fixtures.ts';

const BIG = 'cd'.repeat(32);
const BIG_BYTES = 3 * 1024 * 1024;
const LINE = { scriptId: 'deleted-script', lineId: 'line' };

/** Six takes, the first of 3 MB, the second made for a line of a deleted script. */
const test = base.extend({
  userData: async ({ userData }, use) => {
    const root = path.join(userData, 'library');
    for (let number = 2; number <= 6; number++)
      writeMadeItem(root, madeTake(number, `Take ${number}`, number === 2 ? { line: LINE } : {}), 10 - number);
    const big = { ...madeTake(1, 'Take 1'), mediaId: BIG, sizeBytes: BIG_BYTES };
    writeMadeItem(root, big, 9, false);
    await mkdir(path.join(root, 'media', 'cd'), { recursive: true });
    await writeFile(path.join(root, 'media', 'cd', `${BIG}.pcm`), Buffer.alloc(BIG_BYTES));
    const line = { id: LINE.lineId, index: 0, takeIds: [madeId(2)], usedTakeId: null };
    const script = { id: LINE.scriptId, title: 'Old script', text: 'Take 2', lines: [line], cast: [], lexicon: [] };
    await mkdir(path.join(root, 'scripts'), { recursive: true });
    await writeFile(
      path.join(root, 'scripts', `${LINE.scriptId}.json`),
      JSON.stringify({ version: 1, trashedAtMs: 5, script: { ...script, createdAtMs: 1, changedAtMs: 1 } }),
    );
    await use(userData);
  },
});

const take = (page: Page, number: number): Locator =>
  page.getByRole('gridcell', { name: new RegExp(`^Take ${number}\\b`) });

test('what is deleted is deleted for good: one, several, all; Storage says what that frees', { tag: '@slow' }, async ({
  page,
  userData,
}) => {
  const media = async () => (await readdir(path.join(userData, 'library', 'media'), { recursive: true })).sort();
  const dialog = page.getByRole('dialog', { name: 'Delete for good' });
  await page.getByRole('tab', { name: 'Library' }).click();
  await take(page, 1).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Your library is empty')).toBeVisible();

  const storage = page.getByRole('region', { name: 'Storage', exact: true });
  const deleted = storage.getByRole('row', { name: 'Deleted items' });
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(deleted).toContainText('3 MB');
  await expect(storage.getByRole('button', { name: 'Empty “Deleted” (3 MB)…' })).toBeEnabled();

  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('list', { name: 'Shelf' }).getByText('Deleted').click();
  await expect(page.getByText('Deleted items stay here for 30 days.')).toBeVisible();
  await take(page, 4).focus();
  await page.keyboard.press('Delete');
  await expect(dialog).toContainText('1 item will be deleted for good. This frees at least 1 KB and cannot be undone.');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(take(page, 4)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Delete for good' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Deleted 1 item for good; 1 KB freed.')).toBeVisible();
  await expect(take(page, 4)).toHaveCount(0);

  await take(page, 6).click();
  await page.keyboard.press('Shift+ArrowRight');
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection).toContainText('2 selected');
  await selection.getByRole('button', { name: 'Delete for good…' }).click();
  await expect(dialog).toContainText('2 items will be deleted for good.');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(take(page, 5)).toHaveCount(0);
  await expect(take(page, 6)).toHaveCount(0);
  await expect(dialog).toBeHidden();
  await take(page, 1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete for good…' }).click();
  await expect(dialog).toContainText('This frees at least 3 MB');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The deleted script needs take 2.
  await page.getByRole('button', { name: 'Empty…' }).click();
  const emptying = page.getByRole('dialog', { name: 'Empty “Deleted”' });
  await expect(emptying).toContainText('2 items will be deleted for good. This frees at least 3 MB');
  await expect(emptying).toContainText('1 item stays in Deleted');
  await emptying.getByRole('button', { name: 'Delete for good' }).click();
  await expect(emptying).toContainText('Deleted 2 items for good; 3 MB freed.');
  await expect(emptying).toContainText('1 item stays in Deleted');
  await emptying.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('gridcell')).toHaveCount(1);
  const { mediaId } = madeTake(2, 'Take 2');
  expect((await media()).filter((name) => name.includes('.'))).toEqual([
    path.join(mediaId.slice(0, 2), `${mediaId}.pcm`),
  ]);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(deleted).toContainText('1 KB');
  await storage.getByRole('combobox', { name: 'Keep deleted items' }).click();
  await page.getByRole('option', { name: 'Until I delete them for good' }).click();
  await page.getByRole('tab', { name: 'Library' }).click();
  await expect(page.getByText('Deleted items stay here until you delete them for good.')).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh-CN' });
  const t = createTranslator('zh');

  /** Deletes take 2, and shows what is deleted. */
  async function deleteTake(page: Page): Promise<void> {
    await page.getByRole('tab', { name: t('tab.library') }).click();
    await take(page, 2).focus();
    await page.keyboard.press('Delete');
    await page
      .getByRole('list', { name: t('shelf.label') })
      .getByText(t('library.trash'))
      .click();
    await expect(page.getByRole('gridcell')).toHaveCount(1);
  }

  test('a take that a deleted script needs cannot be deleted for good', async ({ page }) => {
    await deleteTake(page);
    await take(page, 2).focus();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: t('trash.deleteTitle') });
    await expect(dialog).toContainText(t('trash.inUse', { count: 1 }));
    await expect(dialog.getByRole('button', { name: t('trash.deleteForGood') })).toBeDisabled();
  });

  test('a script is deleted for good, and then its take', { tag: '@slow' }, async ({ page, userData }) => {
    await deleteTake(page);
    const dialog = page.getByRole('dialog', { name: t('trash.deleteTitle') });
    await page.getByRole('tab', { name: t('tab.speech') }).click();
    await page.getByRole('button', { name: t('script.list'), exact: true }).click();
    await page.getByRole('switch', { name: t('script.deleted') }).click();
    const remove = page.getByRole('button', { name: t('script.deleteForGood', { title: 'Old script' }) });
    await expect(remove).toBeVisible();
    await remove.click();
    await expect(dialog).toContainText(t('trash.scripts', { count: 1 }));
    await dialog.getByRole('button', { name: t('trash.deleteForGood') }).click();
    await expect(page.getByText(t('trash.doneScripts', { count: 1 }))).toBeVisible();
    expect(await readdir(path.join(userData, 'library', 'scripts'))).not.toContain(`${LINE.scriptId}.json`);

    await page.getByRole('tab', { name: t('tab.library') }).click();
    await page.getByRole('button', { name: t('trash.empty') }).click();
    const emptying = page.getByRole('dialog', { name: t('trash.emptyTitle') });
    await emptying.getByRole('button', { name: t('trash.deleteForGood') }).click();
    await expect(page.getByText(t('library.trashEmpty'))).toBeVisible();
    expect(await readdir(path.join(userData, 'library', 'items'))).toHaveLength(5);
  });
});

// fault 48
test('what an import has found under Deleted is restored from its result, and nothing else', async ({
  page,
  studio,
}) => {
  await page.getByRole('tab', { name: 'Library' }).click();
  for (const number of [4, 5, 6]) {
    await take(page, number).focus();
    await page.keyboard.press('Delete');
    await expect(take(page, number)).toHaveCount(0);
  }
  const none = { items: 0, scripts: 0, collections: 0 };
  const trashed = { items: [madeId(4), madeId(5)], scripts: [LINE.scriptId] };
  studio.emit('transfer.changed', {
    step: 'done',
    result: { kind: 'import', added: none, known: none, trashed, renamed: 0, refused: {}, isWhole: true },
  });
  const banner = page.getByRole('status', { name: 'Moving, backing up, importing' });
  await expect(banner).toContainText('3 are already here, under Deleted.');
  await banner.getByRole('button', { name: 'Restore' }).click();
  await expect(take(page, 4)).toBeVisible();
  await expect(take(page, 5)).toBeVisible();
  await expect(take(page, 6)).toHaveCount(0);
  await expect(page.getByText('Restored: 3.')).toBeVisible();
  await expect(banner).toContainText('3 were already here');
  await expect(banner.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Speech' }).click();
  await page.getByRole('button', { name: 'Scripts', exact: true }).click();
  await expect(page.getByText('Old script')).toBeVisible();
});
