import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridColumns } from './grid-columns.ts';

const side = fc.integer({ min: 10, max: 4000 });
const size = fc.record({ width: side, height: side });

describe('gridColumns', () => {
  test('fills wide areas side by side, and tall ones one above the other', () => {
    const square = { width: 100, height: 100 };
    expect(gridColumns(4, square, { width: 800, height: 200 })).toBe(4);
    expect(gridColumns(4, square, { width: 500, height: 480 })).toBe(2);
    expect(gridColumns(4, square, { width: 200, height: 800 })).toBe(1);
    expect(gridColumns(2, { width: 300, height: 100 }, { width: 600, height: 500 })).toBe(1);
  });

  test('no other number of columns shows the pictures larger', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), size, size, (count, picture, area) => {
        const scaleAt = (columns: number): number =>
          Math.min(area.width / columns / picture.width, area.height / Math.ceil(count / columns) / picture.height);
        const best = scaleAt(gridColumns(count, picture, area));
        for (let columns = 1; columns <= count; columns++) expect(best).toBeGreaterThanOrEqual(scaleAt(columns));
      }),
    );
  });
});
