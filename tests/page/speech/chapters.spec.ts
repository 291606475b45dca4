// Chapters of a script: the outline beside its text, and making one of them.

import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from '../../e2e/support/page-actions.ts';
import { expect, test } from '../support/fixtures.ts';

const BOOK = '# Tides\n\n## Chapter 1: Rain\n\nIt rained.\n\nIt rained on.\n\n## Chapter 2: Sun\n\nIt was dry.\n';

async function importBook(page: Page, name: string, text: string): Promise<Locator> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (await choosing).setFiles([{ name, mimeType: 'text/markdown', buffer: Buffer.from(text) }]);
  return page.getByRole('dialog', { name: 'Import', exact: true });
}

test('headings are an outline: a click goes there, each says how much is made, and one chapter is made alone', async ({
  page,
}) => {
  const outline = page.getByRole('navigation', { name: 'Chapters' });
  await expect(outline).toHaveCount(0);
  const dialog = await importBook(page, 'tides.md', BOOK);
  await dialog.getByRole('button', { name: 'Open as a new script' }).click();
  const chapter = (name: string): Locator => outline.getByRole('button', { name });
  await expect(outline.getByRole('listitem')).toHaveText([/Tides0 of 1/, /Rain0 of 3/, /Sun0 of 2/]);
  await chapter('Chapter 2: Sun').click();
  await expect(chapter('Chapter 2: Sun')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('textbox', { name: 'Text to speak' })).toBeFocused();
  expect(await accessibilityViolations(page)).toEqual([]);

  await expect(outline).toContainText('2 requests');
  await outline.getByRole('button', { name: 'Generate chapter' }).click();
  await expect(chapter('Chapter 2: Sun').getByRole('img', { name: 'All lines are generated.' })).toBeVisible();
  await expect(chapter('Chapter 1: Rain')).toContainText('0 of 3');

  // A heading is changed like any line, and its chapter is called like it.
  await chapter('Chapter 2: Sun').click();
  await page.keyboard.press('End');
  await page.keyboard.insertText(' and moon');
  await expect(chapter('Chapter 2: Sun and moon')).toBeVisible();

  // The same file again: its chapter that has not changed keeps its sound.
  const again = await importBook(page, 'tides.md', BOOK.replace('It was dry.', 'It was hot.'));
  await expect(again).toContainText('You already have a script with this title.');
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  await again.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(chapter('Chapter 2: Sun')).toContainText('1 of 2');
});
