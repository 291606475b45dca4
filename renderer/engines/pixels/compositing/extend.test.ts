import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BORDER_FILLS } from '../../../../shared/images/extending.ts';
import type { Pixels, Rows } from '../pixels.ts';
import { extendedRows, extensionCoverage } from './extend.ts';

const side = fc.integer({ min: 1, max: 24 });
const margin = fc.integer({ min: 0, max: 40 });
const margins = fc.record({ left: margin, top: margin, right: margin, bottom: margin });

function pictureOf(width: number, height: number, seed: number): Pixels {
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => (i * 97 + seed * 31) % 256);
  return { data, width, height, isOpaque: false };
}

function read({ width, height, readRow }: Rows): Uint8ClampedArray {
  const all = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) readRow(y, all.subarray(4 * y * width, 4 * (y + 1) * width));
  return all;
}

test('inside, the extended picture is the picture to the byte, whatever fills the border', () => {
  fc.assert(
    fc.property(side, side, margins, fc.constantFrom(...BORDER_FILLS), fc.nat(), (width, height, by, fill, seed) => {
      const picture = pictureOf(width, height, seed);
      const rows = extendedRows(picture, by, fill);
      const all = read(rows);
      expect([rows.width, rows.height]).toEqual([by.left + width + by.right, by.top + height + by.bottom]);
      for (let y = 0; y < height; y++) {
        const start = 4 * ((y + by.top) * rows.width + by.left);
        expect(all.subarray(start, start + 4 * width)).toEqual(
          picture.data.subarray(4 * y * width, 4 * (y + 1) * width),
        );
      }
    }),
  );
});

test('the border goes on with the colours at the edge, is grey, or is transparent', () => {
  const data = new Uint8ClampedArray(4 * 8 * 8);
  for (let i = 0; i < 64; i++) data.set(i % 8 < 4 ? [200, 0, 0, 255] : [0, 0, 200, 255], 4 * i);
  const picture: Pixels = { data, width: 8, height: 8, isOpaque: true };
  const by = { left: 3, top: 0, right: 3, bottom: 0 };
  const ends = (rows: Rows): number[][] => {
    const row = new Uint8ClampedArray(4 * rows.width);
    rows.readRow(4, row);
    return [[...row.subarray(0, 4)], [...row.subarray(-4)]];
  };
  expect(ends(extendedRows(picture, by, 'mirrored'))).toEqual([
    [200, 0, 0, 255],
    [0, 0, 200, 255],
  ]);
  expect(ends(extendedRows(picture, by, 'plain'))[0]).toEqual([128, 128, 128, 255]);
  expect(ends(extendedRows(picture, by, 'transparent'))[0]).toEqual([0, 0, 0, 0]);
  expect(BORDER_FILLS.map((fill) => extendedRows(picture, by, fill).isOpaque)).toEqual([true, true, false]);
});

test('of a line of pixels all stays', () => {
  const mask = extensionCoverage({ width: 1, height: 5000 }, { left: 40, top: 0, right: 2, bottom: 0 });
  expect(mask.data.filter((covered) => covered === 0)).toHaveLength(5000);
  expect(mask.data[40]).toBe(0);
});

test('the mask has the whole border, softly less of the picture beside it, and never all of the picture', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 60 }), fc.integer({ min: 4, max: 60 }), margins, (width, height, by) => {
      const mask = extensionCoverage({ width, height }, by);
      const at = (x: number, y: number): number => mask.data[(by.top + y) * mask.width + by.left + x] ?? -1;
      for (let y = 0; y < mask.height; y++)
        for (let x = 0; x < mask.width; x++) {
          const isInside = x >= by.left && x < by.left + width && y >= by.top && y < by.top + height;
          if (!isInside) expect(mask.data[y * mask.width + x]).toBe(255);
        }
      expect(at(Math.floor(width / 2), Math.floor(height / 2))).toBe(0);
      // Beside what is added the mask falls towards the middle; beside a side that stays there is none.
      const middle = Math.floor(height / 2);
      const row = Array.from({ length: Math.floor(width / 2) }, (_, x) => at(x, middle));
      expect(row).toEqual([...row].sort((a, b) => b - a));
      expect((row[0] ?? 0) > 0).toBe(by.left > 0);
    }),
  );
});
