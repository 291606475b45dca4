// Cropping, straightening, turning and mirroring a picture, and putting a result back into the whole of it.

import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { edit, openImages, openWithPicture, results } from '../../e2e/support/edits.ts';
import { maskWords, tool } from '../../e2e/support/masking.ts';
import { ask, filesUnder } from '../../e2e/support/page-actions.ts';
import {
  addImages,
  decode,
  editsOf,
  holdMedia,
  paint,
  pixel,
  plainResults,
  type Raw,
  writePicture,
} from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

const layer = (page: Page): Locator => page.getByRole('region', { name: /^(Crop and straighten|裁剪与拉直)$/ });
const frame = (page: Page, words: string | RegExp = /./): Locator =>
  layer(page).getByRole('application').and(page.getByLabel(words));
const field = (page: Page, name: string): Locator => page.getByRole('spinbutton', { name, exact: true });
const apply = (page: Page): Locator => tool(page, 'Apply');
const sizeOnScreen = (page: Page, size: string): Locator => page.locator('span', { hasText: new RegExp(`^${size}$`) });

async function type(page: Page, name: string, value: number): Promise<void> {
  await field(page, name).fill(`${value}`);
  await field(page, name).press('Enter');
}

/** The pixels of picture 1, or of what it was cut from. */
async function shown(page: Page): Promise<Raw> {
  await page.keyboard.press('c');
  const src = await layer(page).locator('img').getAttribute('src');
  await page.keyboard.press('Escape');
  await expect(layer(page)).toBeHidden();
  const bytes = await page.evaluate(async (url) => {
    const reply = await fetch(url);
    return [...new Uint8Array(await reply.arrayBuffer())];
  }, src ?? '');
  return decode(Buffer.from(bytes));
}

test('by mouse: the frame is drawn and moved, the mask goes along, and the original is still there', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await paint(page, { width: 800, height: 600 }, [
    { x: 500, y: 400 },
    { x: 700, y: 400 },
  ]);
  await page.getByRole('button', { name: 'Crop and straighten' }).click();
  await expect(frame(page, 'Crop frame: 800x600 at 0, 0')).toBeFocused();
  const box = await frame(page).boundingBox();
  if (box === null) throw new Error('There is no frame');
  const at = (x: number, y: number): [number, number] => [
    box.x + (x * box.width) / 800,
    box.y + (y * box.height) / 600,
  ];
  const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
    await page.mouse.move(...at(...from));
    await page.mouse.down();
    await page.mouse.move(...at(...to), { steps: 5 });
    await page.mouse.up();
  };
  await drag([0, 0], [400, 300]);
  await expect(frame(page, /^Crop frame: (399|40[01])x(299|30[01]) at (399|40[01]), (299|30[01])$/)).toBeVisible();
  await tool(page, '1:1').click();
  await expect(frame(page, 'Crop frame: 600x600 at 200, 0')).toBeVisible();
  await drag([400, 300], [700, 300]);
  await expect(frame(page, 'Crop frame: 600x600 at 200, 0')).toBeVisible();
  await drag([400, 300], [350, 300]);
  await expect(frame(page, /^Crop frame: 600x600 at (149|15[01]), 0$/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(frame(page, 'Crop frame: 600x600 at 200, 0')).toBeVisible();
  // Nothing is painted, and nothing is sent.
  await expect(page.getByText('Apply the frame first, or leave it')).toBeVisible();
  await apply(page).click();
  await expect(layer(page)).toBeHidden();
  await expect(sizeOnScreen(page, '600x600')).toBeVisible();
  await expect(maskWords(page)).toHaveText(/^mask \d/);

  await page.keyboard.press('c');
  await expect(frame(page, 'Crop frame: 600x600 at 200, 0')).toBeVisible();
  await tool(page, 'Reset').click();
  await apply(page).click();
  await expect(sizeOnScreen(page, '800x600')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(sizeOnScreen(page, '600x600')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(sizeOnScreen(page, '800x600')).toBeVisible();
});

test('by keyboard: a turned part is sent and edited, and goes back into the picture, where all else is the same', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await page.keyboard.press('c');
  await expect(frame(page)).toBeFocused();
  await type(page, 'Width', 300);
  await type(page, 'Height', 200);
  await frame(page).focus();
  await expect(frame(page, 'Crop frame: 300x200 at 250, 200')).toBeVisible();
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(frame(page, 'Crop frame: 301x201 at 260, 199')).toBeVisible();
  await page.getByRole('button', { name: 'Rotate right 90°' }).press('Enter');
  await page.getByRole('button', { name: 'Flip horizontally' }).press('Enter');
  await frame(page).focus();
  await page.keyboard.press('Enter');
  await expect(sizeOnScreen(page, '201x301')).toBeVisible();

  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await edit(page, 'Paint it blue');
  await expect(results(page)).toHaveCount(1);
  const [sent] = editsOf(relay.requests);
  const { image } = JSON.parse(sent?.body ?? '{}');
  const base64 = String(image).split(',').at(-1) ?? '';
  const { width = 0, height = 1 } = await sharp(Buffer.from(base64, 'base64')).metadata();
  expect(width / height).toBeCloseTo(201 / 301, 1);

  await page.getByRole('button', { name: 'Put back into the whole picture' }).press('Enter');
  await expect(sizeOnScreen(page, '800x600')).toBeVisible();
  const [before, after] = [await decode(await readFile(path.join(saveDir, 'source.png'))), await shown(page)];
  let changed = 0;
  for (let y = 0; y < 600; y++)
    for (let x = 0; x < 800; x++) {
      const isInside = x >= 260 && x < 561 && y >= 199 && y < 400;
      const expected = isInside ? [32, 64, 192, 255] : pixel(before, { x, y });
      if (pixel(after, { x, y }).some((value, i) => value !== expected[i])) changed += 1;
    }
  expect(changed).toBe(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(sizeOnScreen(page, '201x301')).toBeVisible();
});

test('putting back is given up: nothing has changed, and it can be done afterwards', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await page.keyboard.press('c');
  await type(page, 'Width', 300);
  await frame(page).press('Enter');
  await expect(sizeOnScreen(page, '300x600')).toBeVisible();
  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await edit(page, 'Paint it blue');
  await expect(results(page)).toHaveCount(1);
  const putBack = page.getByRole('button', { name: 'Put back into the whole picture' });
  await expect(putBack).toBeVisible();
  const release = await holdMedia(page);
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await putBack.click();
  await stop.click();
  await expect(putBack).toBeVisible();
  await putBack.press('Enter');
  await expect(stop).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stop).toBeHidden();
  await release();
  await putBack.click();
  await expect(sizeOnScreen(page, '800x600')).toBeVisible();
});

test('the picture is zoomed and moved under the frame, its mask is seen, and the frame is drawn there', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await paint(page, { width: 800, height: 600 }, [
    { x: 500, y: 400 },
    { x: 700, y: 400 },
  ]);
  await page.keyboard.press('c');
  await expect(page.locator('[data-crop-mask]')).toBeVisible();
  const place = async () => {
    const box = await frame(page).boundingBox();
    if (box === null) throw new Error('There is no frame');
    return box;
  };
  const before = await place();
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await place()).width / before.width).toBeGreaterThan(1.4);
  const zoomed = await place();
  expect(zoomed.x + zoomed.width / 2).toBeCloseTo(x, 0);
  await page.keyboard.down('Space');
  await page.mouse.down();
  await page.mouse.move(x + 200, y + 150, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Space');
  const moved = await place();
  expect(moved.x - zoomed.x).toBeCloseTo(200, 0);
  expect(moved.y - zoomed.y).toBeCloseTo(150, 0);
  await expect(frame(page, 'Crop frame: 800x600 at 0, 0')).toBeVisible();
  await page.mouse.move(moved.x, moved.y);
  await page.mouse.down();
  await page.mouse.move(moved.x + (100 * moved.width) / 800, moved.y + (90 * moved.height) / 600, { steps: 4 });
  await page.mouse.up();
  await expect(frame(page, /^Crop frame: (699|70[01])x5(09|1[01]) at (99|10[01]), (89|9[01])$/)).toBeVisible();
  await page.keyboard.press('0');
  await tool(page, 'Reset').click();
  await expect.poll(async () => Math.round((await place()).width)).toBe(Math.round(before.width));
});

test('a line along a horizon straightens the picture; a straightened edit changes nothing outside of its mask', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await page.keyboard.press('c');
  const box = await frame(page).boundingBox();
  if (box === null) throw new Error('There is no frame');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.keyboard.down('Control');
  await page.mouse.move(x - 150, y - 15);
  await page.mouse.down();
  await page.mouse.move(x + 150, y + 15, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Control');
  await expect(field(page, 'Degrees')).toHaveValue('-5.7');
  await expect(frame(page, 'Crop frame: 800x600 at 0, 0')).toBeHidden();
  await page.getByRole('slider', { name: 'Straighten' }).fill('4');
  await expect(field(page, 'Degrees')).toHaveValue('4.0');
  const words = (await frame(page).getAttribute('aria-label')) ?? '';
  const [, width = 0, height = 0] = (/(\d+)x(\d+)/.exec(words) ?? []).map(Number);
  expect(width / height).toBeCloseTo(4 / 3, 1);
  await frame(page).press('Enter');
  await expect(sizeOnScreen(page, `${width}x${height}`)).toBeVisible();

  await paint(page, { width, height }, [
    { x: width / 2, y: height / 2 },
    { x: width / 2 + 40, y: height / 2 },
  ]);
  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await edit(page, 'Paint it blue');
  await expect(results(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Put back into the whole picture' }).click();
  await expect(sizeOnScreen(page, '800x600')).toBeVisible();
  const [before, after] = [await decode(await readFile(path.join(saveDir, 'source.png'))), await shown(page)];
  let [changed, far] = [0, 0];
  for (let v = 0; v < 600; v++)
    for (let u = 0; u < 800; u++) {
      if (pixel(after, { x: u, y: v }).every((value, i) => value === pixel(before, { x: u, y: v })[i])) continue;
      changed += 1;
      if (Math.abs(u - 420) > 90 || Math.abs(v - 300) > 70) far += 1;
    }
  expect(changed).toBeGreaterThan(1000);
  expect(far).toBe(0);
  expect(pixel(after, { x: 420, y: 300 })).toEqual([32, 64, 192, 255]);
});

test('what is typed beyond the picture is refused, a thin picture is not straightened, and one pixel can be kept', async ({
  page,
  relay,
  saveDir,
}) => {
  await openImages(page, relay);
  await addImages(page, await writePicture(saveDir, 'thin.png', 1, 5000, true));
  await page.keyboard.press('c');
  await expect(page.getByRole('slider', { name: 'Straighten' })).toBeDisabled();
  await field(page, 'Height').fill('5001');
  await expect(page.getByRole('alert').filter({ hasText: 'At most 5000' })).toBeVisible();
  await field(page, 'Height').press('Enter');
  await expect(frame(page, 'Crop frame: 1x5000 at 0, 0')).toBeVisible();
  await type(page, 'Height', 1);
  await expect(frame(page, 'Crop frame: 1x1 at 0, 2500')).toBeVisible();
  await apply(page).click();
  await expect(sizeOnScreen(page, '1x1')).toBeVisible();
});

test('in Chinese: Escape leaves the picture as it was; another screen, and a tool, keep the frame', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await ask(page, 'settings.update', { language: 'zh' });
  await page.getByRole('button', { name: '裁剪与拉直' }).press('Enter');
  await page.getByRole('button', { name: '16:9' }).press('Enter');
  await expect(frame(page, /^裁剪框：800x450/)).toBeVisible();
  await page.getByRole('tab', { name: '作品库' }).click();
  await page.getByRole('tab', { name: '图片', exact: true }).click();
  await expect(frame(page, /^裁剪框：800x450/)).toBeVisible();
  await page.keyboard.press('b');
  await expect(layer(page)).toBeHidden();
  await page.keyboard.press('c');
  await expect(frame(page, /^裁剪框：800x450/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(layer(page)).toBeHidden();
  await expect(sizeOnScreen(page, '800x600')).toBeVisible();
  await page.keyboard.press('c');
  await expect(frame(page, /^裁剪框：800x600/)).toBeVisible();
});

test('without the file that it was cut from, what is there can still be cropped', async ({
  page,
  relay,
  saveDir,
  userData,
}) => {
  await openWithPicture(page, relay, saveDir);
  await page.keyboard.press('c');
  await type(page, 'Width', 300);
  await apply(page).click();
  await expect(sizeOnScreen(page, '300x600')).toBeVisible();
  const id = createHash('sha256')
    .update(await readFile(path.join(saveDir, 'source.png')))
    .digest('hex');
  const media = path.join(userData, 'library', 'media');
  const names = [...(await filesUnder(media)).keys()].filter((name) => path.basename(name).startsWith(id));
  expect(names).toHaveLength(1);
  for (const name of names) await rm(path.join(media, name));
  await page.keyboard.press('c');
  await expect(page.getByText('The picture that this was cut from is gone', { exact: false })).toBeVisible();
  await expect(frame(page, 'Crop frame: 300x600 at 0, 0')).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
] as const)
  test(`at ${width}x${height} no option is out of sight, and the frame is on the screen`, async ({
    page,
    relay,
    saveDir,
  }) => {
    await page.setViewportSize({ width, height });
    await openWithPicture(page, relay, saveDir);
    await page.keyboard.press('c');
    const bar = page.getByRole('region', { name: 'Tool options' });
    await expect(bar.getByRole('button', { name: 'Apply', exact: true })).toBeVisible();
    const outer = await bar.boundingBox();
    for (const control of await bar.getByRole('button').or(bar.getByRole('spinbutton')).all()) {
      const box = await control.boundingBox();
      expect(box && outer && box.x >= outer.x && box.x + box.width <= outer.x + outer.width).toBe(true);
      expect(box && outer && box.y >= outer.y && box.y + box.height <= outer.y + outer.height).toBe(true);
    }
    const [canvas, inner] = [await layer(page).boundingBox(), await frame(page).boundingBox()];
    expect(canvas && inner && inner.y >= canvas.y && inner.y + inner.height <= canvas.y + canvas.height).toBe(true);
    expect(inner?.height).toBeGreaterThan(150);
  });
