// Painting the original back over a result, as it is seen, saved and undone.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { edit, openImages, openWithPicture, PICTURE, results, saveAsItIs, saveSheet } from '../../e2e/support/edits.ts';
import { filesUnder } from '../../e2e/support/page-actions.ts';
import { addImages, decode, paint, pixel, plainResults, stroke, writePicture } from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

const BLUE = [32, 64, 192];
/** Places of the top left quarter that are edited; the original is painted back over the second one. */
const EDITED = { x: 100, y: 100 };
const BACK = { x: 300, y: 100 };
const ORIGINAL = [160, 64, 32];

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const strokeBack = (page: Page): Promise<void> =>
  stroke(page, PICTURE, [
    { x: 280, y: 100 },
    { x: 320, y: 100 },
  ]);

async function openPainting(page: Page): Promise<void> {
  await results(page).first().click();
  await button(page, 'Paint original back').click();
  await expect(button(page, 'Done')).toBeVisible();
}

/** The colours of the two places in the result that is shown, as it is saved. */
async function saved(page: Page, saveDir: string, number: number): Promise<number[][]> {
  await saveAsItIs(page);
  const name = `source – edit ${number}.png`;
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain(name);
  const picture = await decode(await readFile(path.join(saveDir, name)));
  return [EDITED, BACK].map((at) => pixel(picture, at).slice(0, 3));
}

test('the original comes back where it is painted, is saved so, and goes again by undo and by the eraser', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await paint(page, PICTURE, [EDITED, { x: 340, y: 100 }]);
  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await edit(page, 'Blue');
  await expect(results(page)).toHaveCount(1);
  await openPainting(page);
  await expect(page.getByText('Paint to bring your picture back, erase to undo.')).toBeVisible();
  await expect(page.getByText('Original back · result 1')).toBeVisible();
  await expect(page.getByRole('application')).toBeFocused();
  await strokeBack(page);
  await button(page, 'Done').click();
  await expect(button(page, 'Paint original back')).toBeVisible();
  expect(await saved(page, saveDir, 1)).toEqual([BLUE, ORIGINAL]);

  // The step is undone where it is seen, and done again.
  await page.keyboard.press('Control+z');
  await expect(button(page, 'Done')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Done')).toBeHidden();
  expect(await saved(page, saveDir, 2)).toEqual([BLUE, BLUE]);
  await page.keyboard.press('Control+Shift+z');
  await button(page, 'Done').click();
  expect(await saved(page, saveDir, 3)).toEqual([BLUE, ORIGINAL]);

  // After a restart it is still there, and what is erased is the edit again.
  await page.reload();
  await openPainting(page);
  await button(page, 'Eraser').click();
  await strokeBack(page);
  await button(page, 'Done').click();
  await expect(button(page, 'Done')).toBeHidden();
  expect(await saved(page, saveDir, 4)).toEqual([BLUE, BLUE]);
});

test('a result without a mask can be painted through, the mask for the next edit stays, and Escape leads back', async ({
  page,
  relay,
  saveDir,
}) => {
  await openImages(page, relay);
  // Not smaller than what relays make, so that it comes back in its own size.
  await addImages(page, await writePicture(saveDir, 'large.png', 2000, 2000));
  relay.answerWith(plainResults('rgb(32, 64, 192)'));
  await edit(page, 'Blue');
  await expect(results(page)).toHaveCount(1);
  await openPainting(page);
  await stroke(page, { width: 2000, height: 2000 }, [
    { x: 500, y: 500 },
    { x: 520, y: 500 },
  ]);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Paint original back')).toBeVisible();
  await saveAsItIs(page);
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain('large – edit 1.png');
  const picture = await decode(await readFile(path.join(saveDir, 'large – edit 1.png')));
  expect(pixel(picture, { x: 510, y: 500 }).slice(0, 3)).toEqual(ORIGINAL);
  expect(pixel(picture, { x: 1500, y: 1500 }).slice(0, 3)).toEqual(BLUE);
  await button(page, 'Edit mask').click();
  await expect(page.getByText('no mask', { exact: true })).toBeVisible();
});

test('a result that is painted over stays the marked one, and is saved by its key with the last stroke', async ({
  page,
  relay,
  saveDir,
}) => {
  await openWithPicture(page, relay, saveDir);
  await paint(page, PICTURE, [EDITED, { x: 340, y: 100 }]);
  relay.answerWith(plainResults('rgb(32, 64, 192)'), plainResults('rgb(192, 32, 32)'));
  await edit(page, 'Blue');
  await expect(results(page)).toHaveCount(1);
  await edit(page, 'Red');
  await expect(results(page)).toHaveCount(2);
  await results(page).last().click();
  await button(page, 'Paint original back').click();
  await expect(button(page, 'Done')).toBeVisible();
  await expect(results(page).last()).toHaveAttribute('aria-pressed', 'true');
  await strokeBack(page);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveSheet(page).getByRole('button', { name: 'Save…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => [...(await filesUnder(saveDir)).keys()]).toContain('source – edit 1.png');
  const picture = await decode(await readFile(path.join(saveDir, 'source – edit 1.png')));
  expect([EDITED, BACK].map((at) => pixel(picture, at).slice(0, 3))).toEqual([BLUE, ORIGINAL]);
});
