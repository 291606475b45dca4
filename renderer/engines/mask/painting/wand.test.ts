import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { type PictureRows, selectSimilar } from './wand.ts';

const WIDTH = 23;
const HEIGHT = 301;

const pictures = fc
  .array(fc.nat(3), { minLength: WIDTH * HEIGHT, maxLength: WIDTH * HEIGHT })
  .map((greys) => Uint8ClampedArray.from(greys.flatMap((grey) => [grey * 20, 100, 255 - grey * 20, 255])));

function rowsOf(data: Uint8ClampedArray): PictureRows {
  return {
    widthPx: WIDTH,
    heightPx: HEIGHT,
    read: (top, count) => data.slice(4 * WIDTH * top, 4 * WIDTH * (top + count)),
  };
}

/** Searches pixel by pixel from the start, one step at a time. */
function naive(data: Uint8ClampedArray, start: number, tolerance: number, isContiguous: boolean): Uint8Array {
  const isSimilar = (at: number): boolean =>
    [0, 1, 2, 3].every((c) => Math.abs((data[4 * at + c] ?? 0) - (data[4 * start + c] ?? 0)) <= tolerance);
  const all = Uint8Array.from({ length: WIDTH * HEIGHT }, (_none, at) => (isSimilar(at) ? 255 : 0));
  if (!isContiguous) return all;
  const chosen = new Uint8Array(all.length);
  const pending = [start];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (chosen[at] === 255 || all[at] === 0) continue;
    chosen[at] = 255;
    const x = at % WIDTH;
    if (x > 0) pending.push(at - 1);
    if (x < WIDTH - 1) pending.push(at + 1);
    if (at >= WIDTH) pending.push(at - WIDTH);
    if (at + WIDTH < all.length) pending.push(at + WIDTH);
  }
  return chosen;
}

test('selects the same pixels as a naive search', () => {
  fc.assert(
    fc.property(
      pictures,
      fc.nat(WIDTH - 1),
      fc.nat(HEIGHT - 1),
      fc.constantFrom(0, 19, 20, 45),
      fc.boolean(),
      (data, x, y, tolerance, isContiguous) => {
        const found = selectSimilar(rowsOf(data), { x: x + 0.7, y: y + 0.2 }, { tolerance, isContiguous });
        expect(found?.data).toEqual(naive(data, y * WIDTH + x, tolerance, isContiguous));
      },
    ),
    { numRuns: runs(30) },
  );
});

test('selects nothing for a point outside the picture', () => {
  const rows = rowsOf(new Uint8ClampedArray(4 * WIDTH * HEIGHT));
  for (const point of [
    { x: -1, y: 5 },
    { x: WIDTH, y: 5 },
    { x: 5, y: HEIGHT + 1 },
  ])
    expect(selectSimilar(rows, point, { tolerance: 0, isContiguous: true })).toBeUndefined();
});
