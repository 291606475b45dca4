import path from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { accessibilityViolations, filesUnder } from '../../e2e/support/page-actions.ts';
import { fillWithPictures } from '../../e2e/support/takes.ts';
import { test as base, expect } from '../support/fixtures.ts';

/** The page over two pictures. */
const test = base.extend({
  userData: async ({ userData }, use) => {
    await fillWithPictures(path.join(userData, 'library'), ['teal', 'navy'], '去掉杯子 💡');
    await use(userData);
  },
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Contact sheet' });

test('selected pictures become a PDF by keyboard, then a PNG page by mouse', { tag: '@slow' }, async ({
  page,
  saveDir,
}) => {
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Contact sheet…' }).press('Enter');
  await expect(dialog(page).getByText('2 pictures · 1 page · 1 file')).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  }
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Two of them');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Saved “Two of them.pdf”')).toBeVisible();
  const pdf = await PDFDocument.load((await filesUnder(saveDir)).get('Two of them.pdf') ?? '');
  expect(pdf.getPages().map((one) => one.getSize())).toEqual([{ width: 595, height: 842 }]);

  await dialog(page).getByRole('combobox', { name: 'Files' }).click();
  await page.getByRole('option', { name: 'PNG, one per page' }).click();
  await dialog(page).getByRole('combobox', { name: 'Paper' }).click();
  await page.getByRole('option', { name: 'Letter' }).click();
  await dialog(page).getByRole('button', { name: 'Save…' }).click();
  await expect(dialog(page).getByText('Saved “Two of them.png”')).toBeVisible();
  const png = sharp((await filesUnder(saveDir)).get('Two of them.png'));
  expect(await png.metadata()).toMatchObject({ width: 1700, height: 2200 });
  expect(await colours(png)).toEqual(expect.arrayContaining(['#000080', '#008080', '#ffffff']));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

/** All colours of a picture. */
async function colours(picture: Sharp): Promise<string[]> {
  const data = await picture.removeAlpha().raw().toBuffer();
  const found = new Set<number>();
  for (let i = 0; i < data.length; i += 3) found.add(data.readUIntBE(i, 3));
  return [...found].map((colour) => `#${colour.toString(16).padStart(6, '0')}`);
}
