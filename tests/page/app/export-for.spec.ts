// What an export is for: one choice decides the files, which say before and after what they are.

import type { Page } from '@playwright/test';
import { accessibilityViolations, filesUnder } from '../../e2e/support/page-actions.ts';
import { expect, test } from '../support/fixtures.ts';

const BOOK = '# Chapter 1: Rain\n\nIt rained all day.\n\n# Chapter 2: Sun\n\nThen it was dry.\n';

/** Opens a book of two chapters and generates it. */
async function makeBook(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (await choosing).setFiles([{ name: 'tides.md', mimeType: 'text/markdown', buffer: Buffer.from(BOOK) }]);
  await page.getByRole('button', { name: 'Open as a new script' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByText('All lines are generated.')).toBeVisible();
}

test('an audiobook is a file for each chapter, checked; a video gets its subtitles; the choice is remembered', async ({
  page,
  saveDir,
}) => {
  await makeBook(page);
  const dialog = page.getByRole('dialog', { name: 'Export', exact: true });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sound…' }).click();
  };
  await open();
  await expect(dialog.getByRole('combobox', { name: 'Format' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Audiobook' }).check();
  await expect(dialog.getByRole('combobox')).toHaveCount(0);
  const files = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(files).toHaveText([/^01 Chapter 1 Rain\.mp3.*0:0\d.*About \d+ KB$/, /^02 Chapter 2 Sun\.mp3/]);
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(dialog.getByRole('status')).toContainText(/^2 files saved in /);
  await expect(files.getByRole('img', { name: 'Passes the check' })).toHaveCount(2);
  await expect(files.first()).toContainText(/level −2\d\.\d dB.*peak −\d+\.\d dB.*noise −6\d\.\d dB/);
  await expect(dialog.getByRole('button', { name: 'Show in folder' })).toBeVisible();
  expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');

  await open();
  await expect(dialog.getByRole('radio', { name: 'Audiobook' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Video' }).check();
  await save.click();
  await expect(files).toHaveText([/^tides\.wav/, /^tides\.srt/]);
  await expect(dialog.getByRole('status')).toContainText(/^2 files saved in /);
  const names = [...(await filesUnder(saveDir)).keys()].map((file) => file.split('/').at(-1));
  expect(names.sort()).toEqual(['01 Chapter 1 Rain.mp3', '02 Chapter 2 Sun.mp3', 'tides.srt', 'tides.wav']);
});

test('a single take is saved as MP3 from its menu', async ({ page, saveDir }) => {
  await page.getByRole('textbox', { name: 'Text to speak' }).fill('It rained.');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const take = page.getByRole('list', { name: 'Takes' }).getByRole('listitem').first();
  await take.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Save as MP3…' }).click();
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toEqual([expect.stringMatching(/\.mp3$/)]);
  const [mp3 = Buffer.alloc(0)] = (await filesUnder(saveDir)).values();
  expect(mp3.subarray(0, 3).toString()).toBe('ID3');
});
