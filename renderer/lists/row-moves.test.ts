import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RowLayout, rowAfter } from './row-moves.ts';

const column: RowLayout = { kind: 'column' };
const line: RowLayout = { kind: 'line' };
/** Two days: 13 items and 7. */
const days: RowLayout = { kind: 'grid', columns: 4, groups: [13, 7] };

describe('rowAfter', () => {
  test('a column is walked by up and down, a line by left and right, both to their ends by Home and End', () => {
    expect(rowAfter('ArrowDown', 1, 3, column)).toBe(2);
    expect(rowAfter('ArrowDown', 2, 3, column)).toBe(2);
    expect(rowAfter('ArrowUp', 0, 3, column)).toBe(0);
    expect(rowAfter('ArrowRight', 0, 3, column)).toBeUndefined();
    expect(rowAfter('ArrowRight', 0, 3, line)).toBe(1);
    expect(rowAfter('ArrowUp', 1, 3, line)).toBeUndefined();
    for (const layout of [column, line, days]) {
      expect(rowAfter('Home', 2, 20, layout)).toBe(0);
      expect(rowAfter('End', 2, 20, layout)).toBe(19);
    }
  });

  test('a grid with groups is walked through lines of unequal length', () => {
    expect(rowAfter('ArrowRight', 0, 20, days)).toBe(1);
    expect(rowAfter('ArrowLeft', 0, 20, days)).toBe(0);
    expect(rowAfter('ArrowDown', 10, 20, days)).toBe(12);
    expect(rowAfter('ArrowDown', 12, 20, days)).toBe(13);
    expect(rowAfter('ArrowUp', 13, 20, days)).toBe(12);
    expect(rowAfter('ArrowDown', 19, 20, days)).toBe(19);
  });

  test('Page Up and Page Down move by the lines that are seen, across groups, up to the edge', () => {
    const seen: RowLayout = { ...days, pageLines: 3 };
    expect(rowAfter('PageDown', 1, 20, seen)).toBe(12);
    expect(rowAfter('PageDown', 5, 20, seen)).toBe(14);
    expect(rowAfter('PageDown', 14, 20, seen)).toBe(18);
    expect(rowAfter('PageUp', 19, 20, seen)).toBe(10);
    expect(rowAfter('PageUp', 5, 20, seen)).toBe(1);
    expect(rowAfter('PageUp', 1, 20, seen)).toBe(1);
  });

  test('without a current row every key leads to the first; in an empty list none leads anywhere', () => {
    expect(rowAfter('ArrowUp', -1, 3, column)).toBe(0);
    expect(rowAfter('ArrowUp', -1, 0, column)).toBeUndefined();
    expect(rowAfter('a', 1, 3, column)).toBeUndefined();
  });

  test('down and then up comes back to the same column, unless the line below is shorter', () => {
    const grids = fc.record({
      columns: fc.integer({ min: 1, max: 8 }),
      groups: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(grids, fc.nat(200), ({ columns, groups }, at) => {
        const count = groups.reduce((sum, size) => sum + size, 0);
        const from = at % count;
        const layout: RowLayout = { kind: 'grid', columns, groups };
        const below = rowAfter('ArrowDown', from, count, layout) ?? -1;
        expect(below).toBeGreaterThanOrEqual(from);
        expect(below - from).toBeLessThanOrEqual(2 * columns);
        const back = rowAfter('ArrowUp', below, count, layout) ?? -1;
        if (below !== from) expect(back).toBeLessThanOrEqual(from);
      }),
    );
  });
});
