// The picture has most of the window, with the history open or hidden, with a mask or a result.

import type { Page } from '@playwright/test';
import { edit, openWithPicture, PICTURE, results } from '../../e2e/support/edits.ts';
import { addImages, paint, plainResults, writePicture } from '../../e2e/support/pictures.ts';
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

// The recommended number of pictures.
test('at 1024x700 fourteen pictures stand in one line, whole, and leave the canvas its share', async ({
  page,
  relay,
  saveDir,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openWithPicture(page, relay, saveDir);
  const more = Array.from({ length: 13 }, (_none, index) => writePicture(saveDir, `${index}.png`, 90, 60));
  await addImages(page, ...(await Promise.all(more)));
  const tray = page.getByRole('list', { name: 'References' });
  const boxes = await Promise.all((await tray.getByRole('listitem').all()).map((one) => one.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  const { scrolled, shown } = await tray.locator('..').evaluate((element) => ({
    scrolled: element.scrollHeight,
    shown: element.clientHeight,
  }));
  expect(scrolled).toBe(shown);
  expect(await shareOfPicture(page)).toBeGreaterThanOrEqual(0.45);
});

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
] as const)
  test(`at ${width}x${height} neither the picture nor a button moves when a result is compared or painted over`, async ({
    page,
    relay,
    saveDir,
  }) => {
    await page.setViewportSize({ width, height });
    await openWithPicture(page, relay, saveDir);
    relay.answerWith(plainResults('teal'));
    // With a mask there is most to choose from when it is compared.
    await paint(page, PICTURE, [
      { x: 300, y: 300 },
      { x: 420, y: 320 },
    ]);
    await edit(page, 'Replace the cup by a vase');
    await expect(page.getByText('Rest of the picture untouched ✓')).toBeVisible();
    const names = ['Edit mask', 'Compare', 'Paint original back', 'Save as…', 'Continue from this'];
    const places = () =>
      Promise.all(names.map((name) => page.getByRole('button', { name, exact: true }).boundingBox()));
    const before = await places();
    const canvas = await page.getByRole('region', { name: 'Mask canvas' }).locator('..').boundingBox();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await expect(comparison).toBeVisible();
    expect(await places()).toEqual(before);
    expect((await comparison.boundingBox())?.y).toBe(canvas?.y);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Paint original back' }).click();
    await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
    const painted = await page.getByRole('region', { name: 'Mask canvas' }).locator('..').boundingBox();
    expect(painted?.y).toBe(canvas?.y);
  });
