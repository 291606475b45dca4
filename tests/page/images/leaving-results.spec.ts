// Leaving results: by Escape, and when what is shown is deleted.

import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { edit, openWithPicture, results } from '../../e2e/support/edits.ts';
import { holdMedia, plainResults } from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

const comparison = (page: Page): Locator => page.getByRole('region', { name: 'Comparison' });
const canvas = (page: Page): Locator => page.getByRole('region', { name: 'Mask canvas' });
/** Red, green and blue in the middle of an area, right of its centre. */
async function colourIn(area: Locator): Promise<string> {
  const shot = sharp(await area.screenshot());
  const { width, height } = await shot.metadata();
  const pixel = { left: Math.round(width * 0.6), top: Math.round(height * 0.4), width: 1, height: 1 };
  return [...(await shot.extract(pixel).removeAlpha().raw().toBuffer())].join(' ');
}
const TEAL = '0 128 128';
const NAVY = '0 0 128';
/** The upper right quarter of the source. */
const SOURCE = '32 160 64';

const choose = (page: Page, mode: string): Promise<void> =>
  page.getByRole('button', { name: mode, exact: true }).click();

async function deleteShown(page: Page): Promise<void> {
  await page.getByRole('tabpanel', { name: 'Images' }).getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
}

for (const mode of ['Slider', 'Difference'] as const)
  test(`Escape leaves a comparison, then the result; a deleted result gives way to the next, then to the mask (${mode})`, async ({
    page,
    relay,
    saveDir,
  }) => {
    await openWithPicture(page, relay, saveDir);
    relay.answerWith(plainResults('teal'));
    await edit(page, 'One');
    await expect(results(page)).toHaveCount(1);
    relay.answerWith(plainResults('navy'));
    await edit(page, 'Two');
    await expect(results(page)).toHaveCount(2);
    await results(page).first().dblclick();
    await expect(comparison(page)).toBeVisible();
    await choose(page, mode);
    await page.keyboard.press('Escape');
    await expect(comparison(page)).toBeHidden();
    await expect.poll(() => colourIn(canvas(page))).toBe(NAVY);
    await page.keyboard.press('Escape');
    await expect.poll(() => colourIn(canvas(page))).toBe(SOURCE);

    await results(page).first().dblclick();
    await expect(comparison(page)).toBeVisible();
    await choose(page, 'Slider');
    await expect.poll(() => colourIn(comparison(page))).toBe(NAVY);
    await choose(page, mode);
    const release = await holdMedia(page);
    await deleteShown(page);
    await expect(results(page)).toHaveCount(1);
    // What is not decoded yet is not black.
    await expect.poll(() => colourIn(comparison(page))).toBe(SOURCE);
    await release();
    await expect(comparison(page).getByRole('img', { name: 'After' })).toHaveAttribute('src', /media/);
    if (mode === 'Slider') await expect.poll(() => colourIn(comparison(page))).toBe(TEAL);
    await deleteShown(page);
    await expect(results(page)).toHaveCount(0);
    await expect(comparison(page)).toBeHidden();
    await expect.poll(() => colourIn(canvas(page))).toBe(SOURCE);
  });

test('a deleted result on the canvas gives way to the next, then to the mask', async ({ page, relay, saveDir }) => {
  await openWithPicture(page, relay, saveDir);
  relay.answerWith(plainResults('teal'));
  await edit(page, 'One');
  await expect(canvas(page).getByRole('img', { name: 'Result 1 on the canvas' })).toBeVisible();
  relay.answerWith(plainResults('navy'));
  await edit(page, 'Two');
  await expect.poll(() => colourIn(canvas(page))).toBe(NAVY);
  await deleteShown(page);
  await expect.poll(() => colourIn(canvas(page))).toBe(TEAL);
  await deleteShown(page);
  await expect(results(page)).toHaveCount(0);
  await expect.poll(() => colourIn(canvas(page))).toBe(SOURCE);
});
