import { expect, it } from 'vitest';
import { planWire } from '../../../../shared/images/wire-geometry.ts';
import type { Pixels } from '../pixels.ts';
import { wireRows } from './wire-picture.ts';

function read(pixels: Pixels, wire: { width: number; height: number }): number[][] {
  const rows = wireRows(pixels, planWire(pixels, wire));
  return Array.from({ length: wire.height }, (_, y) => {
    const row = new Uint8ClampedArray(4 * wire.width);
    rows.readRow(y, row);
    return [...row.filter((_value, i) => i % 4 === 0)];
  });
}

const reds = (width: number, height: number, values: readonly number[]): Pixels => ({
  width,
  height,
  data: Uint8ClampedArray.from(values.flatMap((red) => [red, 0, 0, 255])),
  isOpaque: true,
});

it('fills the margins with the colours of the edge', () => {
  expect(read(reds(2, 1, [10, 20]), { width: 2, height: 4 })).toEqual([
    [10, 20],
    [10, 20],
    [10, 20],
    [10, 20],
  ]);
  expect(read(reds(1, 2, [10, 20]), { width: 4, height: 2 })).toEqual([
    [10, 10, 10, 10],
    [20, 20, 20, 20],
  ]);
});

it('sends a picture of the right size unchanged', () => {
  const values = [1, 2, 3, 4, 5, 6];
  expect(read(reds(3, 2, values), { width: 3, height: 2 }).flat()).toEqual(values);
});
