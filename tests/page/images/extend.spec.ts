// Extending a picture: what is chosen, what is sent, and that the picture inside stays as it is.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { edit, openImages, openWithPicture, results, saveAsItIs } from '../../e2e/support/edits.ts';
import { tool } from '../../e2e/support/masking.ts';
import { ask, filesUnder } from '../../e2e/support/page-actions.ts';
import {
  addImages,
  decode,
  editsOf,
  holdMedia,
  pixel,
  plainResults,
  readForm,
  writePicture,
} from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

const layer = (page: Page): Locator => page.getByRole('region', { name: /^(Extend picture|扩展画面)$/ });
const frame = (page: Page, words: string | RegExp = /./): Locator =>
  layer(page).getByRole('application').and(page.getByLabel(words));
const sizeOnScreen = (page: Page, size: string): Locator => page.locator('span', { hasText: new RegExp(`^${size}$`) });

/** Where the frame is, once it stays there for two frames of the screen. */
async function restingBox(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await frame(page).boundingBox();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const next = await frame(page).boundingBox();
  if (next === null) throw new Error('There is no frame');
  return JSON.stringify(next) === JSON.stringify(box) ? next : restingBox(page);
}

/** Drags from one point to another, in shares of the frame. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = await restingBox(page);
  const at = ([x, y]: [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 5 });
  await page.mouse.up();
}

test('to 16:9: the new area is masked and sent, and the picture inside is the same to the pixel', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await page.getByRole('button', { name: 'Extend picture' }).click();
  await expect(frame(page, 'Frame: 1067x600, picture at 133, 0')).toBeFocused();
  await expect(page.getByText('Apply the frame first, or leave it')).toBeVisible();
  // The picture is moved in the frame, as far as that reaches.
  await drag(page, [0.5, 0.5], [0.1, 0.5]);
  await expect(frame(page, 'Frame: 1067x600, picture at 0, 0')).toBeVisible();
  await tool(page, 'Extend').click();
  await expect(layer(page)).toBeHidden();
  await expect(sizeOnScreen(page, '1067x600')).toBeVisible();
  await expect(page.getByText(/^mask 2[5-7] %/).first()).toBeVisible();

  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await edit(page, 'More of the same');
  await expect(results(page)).toHaveCount(1);
  const [sent] = editsOf(relay.requests);
  if (sent === undefined) throw new Error('Nothing was sent');
  const form = await readForm(sent);
  const picture = form.get('image') ?? form.get('image[]');
  if (!(picture instanceof Buffer)) throw new Error('No picture was sent');
  const { width = 0, height = 1 } = await sharp(picture).metadata();
  expect(width / height).toBeCloseTo(16 / 9, 1);
  expect(form.get('mask')).toBeInstanceOf(Buffer);

  await results(page).first().click();
  await saveAsItIs(page);
  const name = 'source – edit 1.png';
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain(name);
  const [before, after] = [
    await decode(await readFile(path.join(saveDir, 'source.png'))),
    await decode(await readFile(path.join(saveDir, name))),
  ];
  expect([after.width, after.height]).toEqual([1067, 600]);
  for (const at of [
    { x: 0, y: 0 },
    { x: 300, y: 599 },
    { x: 760, y: 300 },
  ])
    expect(pixel(after, at)).toEqual(pixel(before, at));
  expect(pixel(after, { x: 1000, y: 300 }).slice(0, 3)).toEqual([32, 64, 192]);

  // One step back is the picture as it was, with the mask that it had.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(sizeOnScreen(page, '800x600')).toBeVisible();
});

test('by mouse: sides and corners are drawn outward, in any shape or one, and undone', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await page.getByRole('button', { name: 'Extend picture' }).click();
  await tool(page, 'Reset').click();
  await expect(frame(page, 'Frame: 800x600, picture at 0, 0')).toBeVisible();
  await expect(tool(page, 'Extend')).toBeDisabled();
  await drag(page, [0, 0], [-0.1, -0.05]);
  await expect(frame(page, /^Frame: 8(79|80|81)x6(29|30|31), picture at (79|80|81), (29|30|31)$/)).toBeVisible();
  await drag(page, [1, 0.5], [0.5, 0.5]);
  await expect(frame(page, /^Frame: 8(79|80|81)x6/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(frame(page, 'Frame: 800x600, picture at 0, 0')).toBeVisible();
  await tool(page, '1:1').click();
  await expect(frame(page, 'Frame: 800x800, picture at 0, 100')).toBeVisible();
  await drag(page, [1, 1], [1.2, 1.2]);
  await expect(frame(page, /^Frame: (9[56]\d)x\1, picture at 0, 100$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(layer(page)).toBeHidden();
  await expect(sizeOnScreen(page, '800x600')).toBeVisible();
});

test('in Chinese, by keyboard: typed, drawn and moved by the arrow keys, and filled with grey', async ({
  page,
  relay,
  saveDir,
}) => {
  await openImages(page, relay);
  await addImages(page, await writePicture(saveDir, 'square.png', 300, 300));
  await ask(page, 'settings.update', { language: 'zh' });
  await page.getByRole('button', { name: '扩展画面' }).press('Enter');
  await expect(frame(page, '边框：533x300，图片位于 116, 0')).toBeFocused();
  await page.getByRole('button', { name: '自由' }).press('Enter');
  const height = page.getByRole('spinbutton', { name: '高', exact: true });
  await height.fill('20000');
  await expect(page.getByRole('alert').filter({ hasText: '300 到 16384' })).toBeVisible();
  await height.fill('420');
  await height.press('Enter');
  await expect(frame(page, '边框：533x420，图片位于 116, 60')).toBeVisible();
  await frame(page).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+Control+ArrowDown');
  await page.keyboard.press('Control+ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(frame(page, '边框：534x430，图片位于 106, 61')).toBeVisible();
  await page.getByRole('combobox', { name: '新增区域' }).press('Enter');
  await page.getByRole('option', { name: '灰色' }).press('Enter');
  await frame(page).focus();
  await page.keyboard.press('Enter');
  await expect(layer(page)).toBeHidden();
  await expect(sizeOnScreen(page, '534x430')).toBeVisible();
});

test('given up while it is made, by Escape, the picture stays, and the frame is still there', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await page.getByRole('button', { name: 'Extend picture' }).click();
  await expect(frame(page)).toBeFocused();
  const release = await holdMedia(page);
  await page.keyboard.press('Enter');
  await expect(layer(page)).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(layer(page)).toHaveAttribute('aria-busy', 'false');
  await release();
  await expect(frame(page, 'Frame: 1067x600, picture at 133, 0')).toBeVisible();
  await tool(page, 'Cancel').click();
  await expect(sizeOnScreen(page, '800x600')).toBeVisible();
});
