// The picture has most of the window, with the history open or hidden, with a mask or a result.

import type { Page } from '@playwright/test';
import { edit, openWithPicture, results } from '../../e2e/support/edits.ts';
import { plainResults } from '../../e2e/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';

/** The share of the window that the canvas and what surrounds its picture take. */
async function shareOfPicture(page: Page): Promise<number> {
  const size = page.viewportSize();
  const box = await page.getByRole('region', { name: 'Mask canvas' }).locator('..').boundingBox();
  if (size === null || box === null) throw new Error('The canvas is not to be seen');
  return (box.width * box.height) / (size.width * size.height);
}

for (const [width, height, open, hidden] of [
  [1440, 900, 0.6, 0.75],
  [1024, 700, 0.45, 0.65],
] as const)
  test(`at ${width}x${height}`, async ({ page, relay, saveDir }) => {
    await page.setViewportSize({ width, height });
    await openWithPicture(page, relay, saveDir);
    expect(await shareOfPicture(page)).toBeGreaterThanOrEqual(open);
    relay.answerWith(plainResults('teal'));
    await edit(page, 'Replace the cup by a vase');
    await expect(results(page)).toHaveCount(1);
    expect(await shareOfPicture(page)).toBeGreaterThanOrEqual(open);
    await page.keyboard.press('ControlOrMeta+\\');
    await expect(results(page)).toHaveCount(0);
    expect(await shareOfPicture(page)).toBeGreaterThanOrEqual(hidden);
  });
