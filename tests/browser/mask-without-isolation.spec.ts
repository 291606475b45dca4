import { type At, expect, hardBrush, type MaskDriver, summaryOf, test } from './mask-fixtures.ts';

const [WIDTH, HEIGHT] = [640, 480];

/**
 * Paints strokes without a pause; one is cancelled half-way, one undone and one erased from. Returns the remaining
 * mask.
 */
async function work({ page, open, stroke, coverage }: MaskDriver): Promise<Uint8Array> {
  const spiral = Array.from({ length: 14 }, (_none, i): At => {
    const [angle, radius] = [i, 20 + 15 * i];
    return [440 + radius * Math.cos(angle), 330 + radius * Math.sin(angle)];
  });
  await open('a', WIDTH, HEIGHT);
  await hardBrush(page, 23);
  await stroke(...spiral);
  await stroke([100, 100], [700, 140], [120, 180]);
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(500, 400, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await stroke([150, 500], [600, 520]);
  await page.evaluate(() => window.maskPage.engine.undo());
  await page.evaluate(() => window.maskPage.engine.configure({ tool: 'eraser', hardness: 0.3 }));
  await stroke([440, 100], [450, 600]);
  return coverage('a');
}

test('without shared memory the same gestures produce the same pixels', async ({ mask, unisolatedMask }) => {
  const memories = [mask, unisolatedMask].map(({ page }) => page.evaluate(() => typeof SharedArrayBuffer));
  expect(await Promise.all(memories)).toEqual(['function', 'undefined']);
  const expected = await work(mask);
  const found = await work(unisolatedMask);
  expect(expected.some((value) => value > 0)).toBe(true);
  expect(Buffer.compare(found, expected)).toBe(0);
  expect(await summaryOf(unisolatedMask.page)).toEqual(await summaryOf(mask.page));
});

test('without shared memory a stroke is visible while it is painted', async ({
  unisolatedMask: { page, open, look },
}) => {
  await open('a', 800, 600, '#888');
  await hardBrush(page, 40);
  await page.mouse.move(200, 200);
  await page.mouse.down();
  await page.mouse.move(400, 300, { steps: 10 });
  expect((await look())(300, 250)).not.toEqual([136, 136, 136]);
  await page.mouse.up();
});
