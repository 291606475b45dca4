import { expect, test } from 'vitest';
import { planWire } from '../../../../shared/images/wire-geometry.ts';
import type { Pixels } from '../pixels.ts';
import { measureChange } from './change.ts';

const SIZE = { width: 8, height: 3000 };

/** A grey picture, with one row in white. */
function grey(whiteRow?: number): Pixels {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(128);
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  if (whiteRow !== undefined) data.fill(255, 4 * SIZE.width * whiteRow, 4 * SIZE.width * (whiteRow + 1));
  return { data, ...SIZE, isOpaque: true };
}

test.each([0, 1, 7, 1501, 2999])('a change of row %d only is found in a large picture', async (row) => {
  const counts = await measureChange(grey(), grey(row), undefined, planWire(SIZE, SIZE));
  expect(counts.insideChanged).toBeGreaterThan(0);
});

test('nothing is found in the same picture', async () => {
  const counts = await measureChange(grey(), grey(), undefined, planWire(SIZE, SIZE));
  expect(counts).toEqual({ insideChanged: 0, inside: 24_000, outside: 0, outsideChanged: 0 });
});
