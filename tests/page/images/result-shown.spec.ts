import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  edit,
  edited,
  openImages,
  openWithPicture,
  original,
  PICTURE,
  results,
  saveAsItIs,
  underWay,
} from '../../e2e/support/edits.ts';
import { accessibilityViolations } from '../../e2e/support/page-actions.ts';
import { addImages, paint, plainResults, writePicture } from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

const canvas = (page: Page) => page.getByRole('region', { name: 'Mask canvas' });
const onCanvas = (page: Page, number: number) =>
  canvas(page).getByRole('img', { name: `Result ${number} on the canvas` });
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Mask tools' }).getByRole('button', { name, exact: true });
const STROKE = [
  { x: 300, y: 300 },
  { x: 420, y: 320 },
];
const OTHER = [
  { x: 100, y: 450 },
  { x: 180, y: 470 },
];

/** Colour of a point of the canvas, in shares of its sides. */
async function colourAt(page: Page, x: number, y: number): Promise<string> {
  const shot = sharp(await canvas(page).screenshot());
  const { width, height } = await shot.metadata();
  const area = { left: Math.round(width * x), top: Math.round(height * y), width: 1, height: 1 };
  const { data } = await shot.extract(area).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data].join(' ');
}
const TEAL = '0 128 128';

test('a result is shown by itself in the place of the mask, which a stroke, a tool or its key brings back', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await edit(page, 'One');
  await expect(results(page)).toHaveCount(1);
  const before = await canvas(page).boundingBox();
  await expect(onCanvas(page, 1)).toBeVisible();
  await expect(tool(page, 'Brush')).toBeVisible();
  await expect.poll(() => colourAt(page, 0.5, 0.5)).toBe(TEAL);
  expect(await canvas(page).boundingBox()).toEqual(before);

  // The source while a key or the button is held.
  await page.getByRole('region', { name: 'Edited pictures' }).getByRole('heading', { name: 'History' }).click();
  await page.keyboard.down('\\');
  await expect(canvas(page).getByRole('img', { name: 'Before' })).toBeVisible();
  await expect.poll(() => colourAt(page, 0.5, 0.5)).not.toBe(TEAL);
  await page.keyboard.up('\\');
  await expect(onCanvas(page, 1)).toBeVisible();

  // The stroke that brings the mask back is painted.
  await paint(page, PICTURE, STROKE);
  await expect(onCanvas(page, 1)).toBeHidden();
  await edit(page, 'Two');
  await expect(onCanvas(page, 2)).toBeVisible();
  await tool(page, 'Lasso').click();
  await expect(onCanvas(page, 2)).toBeHidden();
  await expect(page.getByText(/^mask \d/)).toBeVisible();
  await edit(page, 'Three');
  await expect(onCanvas(page, 3)).toBeVisible();
  await page.getByRole('button', { name: 'Edit image' }).focus();
  await page.keyboard.press('b');
  await expect(onCanvas(page, 3)).toBeHidden();
  await expect(tool(page, 'Brush')).toHaveAttribute('aria-pressed', 'true');
});

for (const isHistoryOpen of [true, false])
  test(`while a person paints on, a result is announced and shown on request, history ${isHistoryOpen ? 'open' : 'hidden'}`, {
    tag: '@slow',
  }, async ({ page, relay, saveDir }) => {
    await openWithPicture(page, relay, saveDir);
    const { promise: painted, resolve: go } = Promise.withResolvers<void>();
    const answer = plainResults('teal');
    relay.answerWith(async (response, request) => {
      await painted;
      await answer(response, request);
    });
    await edit(page, 'Slowly');
    await paint(page, PICTURE, STROKE);
    await expect(underWay(page)).toBeVisible();
    if (!isHistoryOpen) await page.keyboard.press('ControlOrMeta+\\');
    await expect(underWay(page)).toHaveCount(isHistoryOpen ? 1 : 0);
    const box = await canvas(page).boundingBox();
    go();
    await expect(page.getByText('Result ready')).toBeVisible();
    await expect(onCanvas(page, 1)).toBeHidden();
    await paint(page, PICTURE, OTHER);
    await page.getByRole('status').getByRole('button', { name: 'Show', exact: true }).click();
    await expect(onCanvas(page, 1)).toBeVisible();
    await expect(page.getByText('Result ready')).toBeHidden();
    expect(await canvas(page).boundingBox()).toEqual(box);
    // And on from the comparison, back to the mask.
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit mask' }).click();
    await expect(page.getByText(/^mask \d/)).toBeVisible();
    await expect(onCanvas(page, 1)).toBeHidden();
  });

test('several results are a grid: walked by arrows, opened by Enter, two compared; a drag paints', {
  tag: '@slow',
}, async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await page.getByRole('spinbutton', { name: 'Variations' }).fill('4');
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('Four');
  await page.getByRole('button', { name: 'Edit image' }).click();
  const grid = page.getByRole('list', { name: 'New results' });
  const cell = (number: number) => grid.getByRole('button', { name: `Open result ${number}` });
  await expect(cell(4)).toBeVisible();
  // Large enough to judge: together they fill most of the canvas.
  const [area, one] = [await canvas(page).boundingBox(), await cell(1).locator('img').boundingBox()];
  expect(((one?.width ?? 0) * (one?.height ?? 0) * 4) / ((area?.width ?? 1) * (area?.height ?? 1))).toBeGreaterThan(
    0.8,
  );
  await expect(cell(1)).toBeFocused();
  // Nothing is painted on them.
  await expect(page.getByRole('region', { name: 'Tool options' })).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(cell(4)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(onCanvas(page, 4)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid).toBeVisible();

  await cell(2).focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press(' ');
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('img', { name: 'Result 2' })).toBeAttached();
  await expect(comparison.getByRole('img', { name: 'Result 1' })).toBeAttached();
  await page.getByRole('button', { name: 'All results' }).click();
  await expect(grid).toBeVisible();
  await paint(page, PICTURE, STROKE);
  await expect(grid).toBeHidden();
});

test('a result that changed nothing says so in full in the middle; a drag over the text paints', {
  tag: '@slow',
}, async ({ page, saveDir }) => {
  await page.getByRole('tab', { name: 'Images' }).click();
  await addImages(page, await writePicture(saveDir, 'day.png', PICTURE.width, PICTURE.height));
  await edit(page, 'Make it night');
  const note = canvas(page).getByRole('note', { name: 'Nothing changed' });
  await expect(note).toContainText('The result matches your picture pixel for pixel.');
  await expect(note).toContainText('“Make it night” (not understood)');
  await expect(note).toContainText('nothing was billed');
  expect(await accessibilityViolations(page)).toEqual([]);
  const [area, box] = [await canvas(page).boundingBox(), await note.boundingBox()];
  const middle = (one: typeof box): number => (one === null ? 0 : one.x + one.width / 2);
  expect(Math.abs(middle(area) - middle(box))).toBeLessThan(2);
  await note.getByRole('button', { name: 'Change the instruction' }).click();
  await expect(page.getByRole('textbox', { name: 'Edit instruction' })).toBeFocused();
  await paint(page, PICTURE, [
    { x: 380, y: 300 },
    { x: 440, y: 320 },
  ]);
  await expect(note).toBeHidden();
});

test('with Match picture a result without a mask is saved in the size of its picture', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await page.getByRole('textbox', { name: 'Edit instruction' }).fill('All of it');
  await page.getByRole('button', { name: 'Edit image' }).click();
  await expect(onCanvas(page, 1)).toBeVisible();
  // How it was sent is in the details alone.
  await expect(page.getByText('resized to 800x600')).toHaveCount(0);
  await page.getByRole('status', { name: 'Measured' }).getByRole('button').hover();
  await expect(page.getByText('Sent as 2217x1663, resized to 800x600')).toBeVisible();
  await page.mouse.move(0, 0);
  await saveAsItIs(page);
  const saved = path.join(saveDir, 'source – edit 1.png');
  await expect.poll(() => sizeOfFile(saved)).toBe('800x600');

  // A size that was chosen stays as it came.
  await page.getByRole('combobox', { name: 'Size' }).click();
  await page.getByRole('option', { name: '2048x2048' }).click();
  await edit(page, 'Square');
  await expect(onCanvas(page, 2)).toBeVisible();
  await saveAsItIs(page);
  await expect.poll(() => sizeOfFile(path.join(saveDir, 'source – edit 2.png'))).toBe('2048x2048');
});

test('sources are a chain: each is a click back with its mask, also after a restart', { tag: '@slow' }, async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await paint(page, PICTURE, STROKE);
  await edit(page, 'Teal');
  // Pressed at once: what becomes the source is the protected picture.
  await page.getByRole('button', { name: 'Continue from this' }).click();
  await expect(edited(page)).toHaveAccessibleName('Result 1');
  await expect(page.getByText('no mask', { exact: true })).toBeVisible();
  await expect(page.getByText('800x600', { exact: true })).toBeVisible();

  // The mask of the edit before is there again when it is wanted, as one step.
  await page.getByRole('button', { name: 'Mask', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mask of the last edit' }).click();
  await expect(page.getByText(/^mask \d/)).toBeVisible();
  await tool(page, 'Undo').click();
  await expect(page.getByText('no mask', { exact: true })).toBeVisible();

  await page.reload();
  await page.getByRole('tab', { name: 'Images' }).click();
  await expect(edited(page)).toHaveAccessibleName('Result 1');
  await original(page).click();
  await expect(page.getByText(/^mask \d/)).toBeVisible();
  await expect(edited(page)).toHaveAccessibleName('Original');
  // The results of all its sources are in the history. To go on with one again is to go back to it.
  await results(page).first().click();
  await page.getByRole('button', { name: 'Continue from this' }).click();
  await expect(edited(page)).toHaveAccessibleName('Result 1');
  await expect(page.getByText('no mask', { exact: true })).toBeVisible();
});

test('with Match picture a result is brought back in every size', { tag: '@long' }, async ({
  page,
  relay,
  saveDir,
}) => {
  test.slow();
  await openImages(page, relay);
  relay.answerWith(plainResults('teal'));
  for (const [width, height] of [
    [64, 48],
    [90, 1700],
    [2001, 1333],
    [6000, 4000],
  ] as const) {
    const name = `${width}x${height}`;
    await addImages(page, await writePicture(saveDir, `source ${name}.png`, width, height));
    await edit(page, name);
    await expect(onCanvas(page, 1)).toBeVisible({ timeout: 60_000 });
    await saveAsItIs(page);
    await expect
      .poll(() => sizeOfFile(path.join(saveDir, `source ${name} – edit 1.png`)), { timeout: 60_000 })
      .toBe(name);
    await page.getByRole('button', { name: 'Remove picture 1', exact: true }).click();
  }
});

/** `800x600`, or nothing while the file is not there. */
async function sizeOfFile(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return '';
  const { width, height } = await sharp(bytes).metadata();
  return `${width}x${height}`;
}
