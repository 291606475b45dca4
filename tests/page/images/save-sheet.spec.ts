import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { readExif } from '../../../shared/images/metadata/exif-details.ts';
import { findMetadata } from '../../../shared/images/metadata/find-metadata.ts';
import { edit, openImages, PICTURE, results, saveSheet } from '../../e2e/support/edits.ts';
import { accessibilityViolations, filesUnder } from '../../e2e/support/page-actions.ts';
import { addImages, plainResults } from '../../e2e/support/pictures.ts';
import { fillWithPictures } from '../../e2e/support/takes.ts';
import type { ScriptedRelay } from '../../fakes/scripted-relay.ts';
import { expect, test } from '../support/fixtures.ts';

/** A photo with an author, a place and 300 dpi. */
async function writePhoto(folder: string, orientation: 1 | 6): Promise<string> {
  const file = path.join(folder, 'portrait.jpg');
  await sharp({
    create: { ...PICTURE, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 128, sigma: 9 } },
  })
    .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ density: 300, orientation })
    .jpeg()
    .toFile(file);
  return file;
}

/** An edit of the photo, on the canvas. */
async function editPhoto(page: Page, relay: ScriptedRelay, saveDir: string, orientation: 1 | 6 = 1): Promise<void> {
  await openImages(page, relay);
  await addImages(page, await writePhoto(saveDir, orientation));
  relay.answerWith(plainResults('navy'));
  await edit(page, 'Night');
  await expect(results(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Save as…' })).toBeVisible();
}

const saved = async (saveDir: string, name: string): Promise<Buffer> => {
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain(name);
  return readFile(path.join(saveDir, name));
};
const detailsOf = async (file: Buffer) => {
  const read = async (at: number, count: number) => file.subarray(at, at + count);
  const { exif, density } = await findMetadata({ sizeBytes: file.length, read });
  return { details: exif && readExif(exif), density, text: Buffer.from(exif ?? []).toString('latin1') };
};
const choose = (page: Page, name: string) => saveSheet(page).getByRole('radio', { name, exact: true }).check();
const fileSize = (page: Page) => saveSheet(page).getByRole('status', { name: 'File size' });

test('by keyboard: at once with its pixels as they are, then smaller in another format with the details of the original', async ({
  page,
  relay,
  saveDir,
}) => {
  await editPhoto(page, relay, saveDir);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveSheet(page).getByRole('button', { name: 'Save…' })).toBeFocused();
  await expect(saveSheet(page).getByRole('textbox', { name: 'Name' })).toHaveValue('portrait – edit 1');
  await expect(saveSheet(page).getByText('PNG, every pixel as it is')).toBeVisible();
  await expect(fileSize(page)).toHaveText(/^\d/);
  await page.keyboard.press('Enter');
  const plain = await saved(saveDir, 'portrait – edit 1.png');
  expect(await sharp(plain).metadata()).toMatchObject({ format: 'png', ...PICTURE, density: 300 });
  const kept = await detailsOf(plain);
  expect(kept.text).toContain('Ada');
  expect(kept.details).toMatchObject({ place: [] });
  await expect(saveSheet(page)).toBeHidden();

  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveSheet(page).getByRole('textbox', { name: 'Name' })).toHaveValue('portrait – edit 2');
  await saveSheet(page).getByRole('radio', { name: 'Unchanged' }).press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(saveSheet(page).getByRole('radio', { name: 'JPEG' })).toBeChecked();
  await expect(fileSize(page)).toHaveText(/^About \d/);
  await choose(page, '50 %');
  await expect(saveSheet(page).getByText('400 × 300 px')).toBeVisible();
  const place = saveSheet(page).getByRole('switch', { name: 'Place of the original' });
  await expect(place).not.toBeChecked();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
  }
  await saveSheet(page).getByRole('textbox', { name: 'Name' }).fill('a/b');
  await page.keyboard.press('Enter');
  const jpeg = await saved(saveDir, 'a b.jpg');
  expect(await sharp(jpeg).metadata()).toMatchObject({
    format: 'jpeg',
    width: 400,
    height: 300,
    orientation: 1,
    density: 300,
    chromaSubsampling: '4:4:4',
  });
  const { details, text } = await detailsOf(jpeg);
  expect(text).toContain('Ada');
  expect(details).toMatchObject({ place: [] });

  // The last choices are there again.
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveSheet(page).getByRole('radio', { name: 'JPEG' })).toBeChecked();
  await expect(saveSheet(page).getByRole('radio', { name: '50 %' })).toBeChecked();
  await place.press('Space');
  await choose(page, 'WebP');
  await choose(page, 'Width');
  await saveSheet(page).getByRole('spinbutton', { name: 'Width in pixels' }).fill('5000');
  await page.keyboard.press('Enter');
  const webp = await saved(saveDir, 'portrait – edit 2.webp');
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', ...PICTURE });
  expect((await detailsOf(webp)).details?.place).toHaveLength(2);
});

test('a width that no picture has is told and stays in its field, and nothing is saved', async ({
  page,
  relay,
  saveDir,
}) => {
  await editPhoto(page, relay, saveDir);
  await page.keyboard.press('ControlOrMeta+s');
  await choose(page, 'JPEG');
  await choose(page, 'Width');
  const width = saveSheet(page).getByRole('spinbutton', { name: 'Width in pixels' });
  for (const wrong of ['0', 'abc']) {
    await width.fill(wrong);
    await expect(width).toHaveAttribute('aria-invalid', 'true');
    await expect(width).toHaveAccessibleDescription(/^A width from 1 to \d+ pixels$/);
    await page.keyboard.press('Enter');
    await saveSheet(page).getByRole('button', { name: 'Save…' }).click();
    await expect(width).toBeFocused();
    await expect(width).toHaveValue(wrong);
  }
  await width.fill('400');
  await expect(width).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Enter');
  const jpeg = await saved(saveDir, 'portrait – edit 1.jpg');
  expect(await sharp(jpeg).metadata()).toMatchObject({ width: 400 });
  expect([...(await filesUnder(saveDir)).keys()].sort()).toEqual(['portrait – edit 1.jpg', 'portrait.jpg']);
});

test('nothing is saved when the sheet or the system’s dialog is closed, and the version is chosen', async ({
  page,
  relay,
  saveDir,
  desktop,
}) => {
  await editPhoto(page, relay, saveDir);
  const open = async () => {
    await page.getByRole('button', { name: 'Save as…' }).click();
    await expect(saveSheet(page).getByRole('button', { name: 'Save…' })).toBeFocused();
  };
  await open();
  await page.keyboard.press('Escape');
  await expect(saveSheet(page)).toBeHidden();
  await open();
  desktop.isCancelling = true;
  await page.keyboard.press('Enter');
  await expect(saveSheet(page).getByRole('button', { name: 'Save…' })).toBeEnabled();
  await expect(saveSheet(page)).toBeVisible();
  expect([...(await filesUnder(saveDir)).keys()]).toEqual(['portrait.jpg']);
  desktop.isCancelling = false;
  await saveSheet(page).getByRole('textbox', { name: 'Name' }).fill('名'.repeat(200));
  await choose(page, 'As received');
  await page.keyboard.press('Enter');
  await expect(saveSheet(page)).toBeHidden();
  const [[, file] = []] = [...(await filesUnder(saveDir))].filter(([name]) => name.startsWith('名'));
  // As large as the relay sent it.
  expect((await sharp(file).metadata()).width).toBeGreaterThan(PICTURE.width);

  // By its key too, the version that is shown is chosen.
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'As received' }).click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveSheet(page).getByRole('radio', { name: 'As received' })).toBeChecked();
});

test('without its original a picture is saved all the same', async ({ page, relay, saveDir, userData }) => {
  await editPhoto(page, relay, saveDir);
  const media = [...(await filesUnder(path.join(userData, 'library', 'media'))).keys()];
  for (const name of media.filter((one) => one.endsWith('.jpg')))
    await rm(path.join(userData, 'library', 'media', name));
  await page.getByRole('button', { name: 'Save as…' }).click();
  await choose(page, 'PNG');
  await expect(saveSheet(page).getByText('The original has none.')).toBeVisible();
  await expect(saveSheet(page).getByRole('switch', { name: 'Details of the original' })).toBeDisabled();
  await saveSheet(page).getByRole('button', { name: 'Save…' }).click();
  expect((await sharp(await saved(saveDir, 'portrait – edit 1.png')).metadata()).hasAlpha).toBe(false);
});

test('of a photo that had to be turned the details are kept, but not the place', async ({ page, relay, saveDir }) => {
  await editPhoto(page, relay, saveDir, 6);
  await page.getByRole('button', { name: 'Save as…' }).click();
  await choose(page, 'PNG');
  await expect(saveSheet(page).getByRole('switch', { name: 'Details of the original' })).toBeChecked();
  await expect(saveSheet(page).getByRole('switch', { name: 'Place of the original' })).toHaveCount(0);
  await saveSheet(page).getByRole('button', { name: 'Save…' }).click();
  const png = await saved(saveDir, 'portrait – edit 1.png');
  const { height: width, width: height } = PICTURE;
  expect(await sharp(png).metadata()).toMatchObject({ width, height, orientation: 1, density: 300 });
  expect((await detailsOf(png)).text).toContain('Ada');
});

test.describe('in Chinese', () => {
  test.use({
    language: 'zh-CN',
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it should provide from this pattern.
    prepare: async ({}, use) =>
      use((userData) => fillWithPictures(path.join(userData, 'library'), ['teal'], '去掉杯子', ['jpeg', 'jpg'])),
  });
  test('a picture of the library is saved from its menu and its details', async ({ page, saveDir }) => {
    await page.getByRole('tab', { name: '作品库' }).click();
    await page.getByRole('gridcell').first().dblclick();
    await page.getByRole('button', { name: '另存为…' }).click();
    await choose(page, 'PNG');
    await expect(saveSheet(page).getByText('原图没有这些信息。')).toBeVisible();
    expect(await accessibilityViolations(page, '[role=dialog]')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('gridcell').first().press('Shift+F10');
    await page.getByRole('menuitem', { name: '另存为…' }).click();
    await expect(saveSheet(page).getByRole('radio', { name: 'PNG' })).toBeChecked();
    // The menu gives the focus back to its row later.
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(saveSheet(page).getByRole('button', { name: '保存…' })).toBeFocused();
    await page.keyboard.press('Enter');
    expect((await sharp(await saved(saveDir, '去掉杯子.png')).metadata()).format).toBe('png');
  });
});
