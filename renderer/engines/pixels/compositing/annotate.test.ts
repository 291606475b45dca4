import { expect, it } from 'vitest';
import { boxMask, plain, render } from '../../../testing/test-pictures.ts';
import { annotateRegion } from './annotate.ts';

it('tints the region, outlines it, and leaves the rest unchanged', async () => {
  const pixels = render(60, 40, plain(40, 160, 40));
  pixels.data[4 * (20 * 60 + 30) + 3] = 0;
  await annotateRegion(pixels, boxMask(60, 40, { x: 20, y: 10, w: 20, h: 20 }));
  const at = (x: number, y: number) => [...pixels.data.subarray(4 * (y * 60 + x), 4 * (y * 60 + x) + 4)];
  expect(at(5, 5)).toEqual([40, 160, 40, 255]);
  expect(at(19, 20)).toEqual([255, 0, 255, 255]);
  expect(at(18, 20)).toEqual([255, 0, 255, 255]);
  expect(at(17, 20)).toEqual([40, 160, 40, 255]);
  const [red = 0, green = 0, blue = 0, alpha] = at(30, 20);
  expect(red).toBeGreaterThan(40);
  expect(green).toBeLessThan(160);
  expect(green).toBeGreaterThan(80);
  expect(blue).toBeGreaterThan(40);
  expect(alpha).toBe(255);
});
