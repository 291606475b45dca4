import { expect, it } from 'vitest';
import { boxMask, plain, render } from '../../../testing/test-pictures.ts';
import type { Pixels } from '../pixels.ts';
import { drawDifference } from './difference.ts';

const [WIDTH, HEIGHT] = [40, 30];
const whole = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const source = render(WIDTH, HEIGHT, plain(100));
/** Changed by 3 levels in the left third, which is noise, by 60 in the middle, and unchanged on the right. */
const result = render(WIDTH, HEIGHT, (x) => plain(x < 13 ? 103 : x < 26 ? 160 : 100)(0, 0));
const mask = boxMask(WIDTH, HEIGHT, { x: 0, y: 0, w: WIDTH, h: 15 });
const colourAt = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
];

it('shows change blue inside the mask and red outside, and the source in dark grey elsewhere', async () => {
  const drawn = await drawDifference(source, result, whole, mask, { width: WIDTH, height: HEIGHT });
  const [inR = 0, , inB = 0] = colourAt(drawn, 19, 5);
  const [outR = 0, , outB = 0] = colourAt(drawn, 19, 25);
  expect(inB - inR).toBeGreaterThan(150);
  expect(outR - outB).toBeGreaterThan(150);
  for (const x of [5, 35]) {
    const [red, green, blue] = colourAt(drawn, x, 5);
    expect(red).toBeLessThan(70);
    expect([green, blue]).toEqual([red, red]);
  }
});

it('draws at any size, from a result of any size', async () => {
  const large = render(4 * WIDTH, 4 * HEIGHT, plain(100));
  const drawn = await drawDifference(source, large, { ...whole, width: 160, height: 120 }, undefined, {
    width: 7,
    height: 5,
  });
  expect([drawn.width, drawn.height, drawn.data.length]).toEqual([7, 5, 140]);
  expect(new Set(drawn.data).size).toBe(2);
});

it('outlines the mask on its inside, but not along the picture’s edge', async () => {
  const small = boxMask(WIDTH, HEIGHT, { x: 30, y: 10, w: 10, h: 10 });
  const drawn = await drawDifference(source, source, whole, small, { width: WIDTH, height: HEIGHT });
  const isLine = (x: number, y: number) => (colourAt(drawn, x, y)[0] ?? 0) > 200;
  expect([isLine(30, 15), isLine(35, 10), isLine(35, 19)]).toEqual([true, true, true]);
  expect([isLine(29, 15), isLine(35, 15), isLine(39, 15), isLine(35, 20)]).toEqual([false, false, false, false]);
});
