import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Group, itemsIn, layOut } from './line-layout.ts';

const sizes = { headingPx: 40, linePx: 100 };

function daysOf(counts: readonly number[]): Group[] {
  let offset = 0;
  return counts.map((count, index) => {
    const day = { day: `2026-01-${String(28 - index)}`, offset, count };
    offset += count;
    return day;
  });
}

describe('the lines of the grid', () => {
  test('are a heading and rows for each day', () => {
    const lines = layOut({ total: 7, columns: 4, groups: daysOf([5, 2]), sizes });
    expect(Array.from({ length: lines.count }, (_, line) => lines.at(line))).toEqual([
      { kind: 'heading', group: 0 },
      { kind: 'items', group: 0, first: 0, length: 4 },
      { kind: 'items', group: 0, first: 4, length: 1 },
      { kind: 'heading', group: 1 },
      { kind: 'items', group: 1, first: 5, length: 2 },
    ]);
    expect(lines.heightPx).toBe(2 * 40 + 3 * 100);
  });

  test('have no headings if the days are of another moment, or absent', () => {
    for (const days of [[], daysOf([5, 1])])
      expect(layOut({ total: 7, columns: 4, groups: days, sizes })).toMatchObject({ count: 2, heightPx: 200 });
    expect(layOut({ total: 0, columns: 4, groups: [], sizes })).toMatchObject({ count: 0, heightPx: 0 });
  });

  test('every item is in the line that is found for it, and every line where it is said to be', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 9 }), fc.boolean(), (sized, columns, hasDays) => {
        const total = sized.reduce((sum, count) => sum + count, 0);
        const lines = layOut({ total, columns, groups: hasDays ? daysOf(sized) : [], sizes });
        let [top, shown] = [0, 0];
        for (let line = 0; line < lines.count; line++) {
          expect(lines.topOf(line)).toBe(top);
          expect(lines.lineAt(top)).toBe(line);
          expect(lines.lineAt(top + lines.sizeOf(line) - 1)).toBe(line);
          const content = lines.at(line);
          if (content.kind === 'items') {
            expect(content.first).toBe(shown);
            for (let at = 0; at < content.length; at++) expect(lines.lineOf(shown + at)).toBe(line);
            shown += content.length;
          }
          top += lines.sizeOf(line);
        }
        expect([shown, lines.heightPx]).toEqual([total, top]);
        expect([lines.lineAt(-5), lines.lineAt(top + 999)]).toEqual([0, lines.count - 1]);
      }),
    );
  });

  test('a million items are laid out without a list of lines', () => {
    const days = daysOf(Array.from({ length: 1000 }, () => 1000));
    const lines = layOut({ total: 1_000_000, columns: 5, groups: days, sizes });
    expect(lines.count).toBe(201_000);
    expect(lines.at(lines.lineOf(999_999))).toMatchObject({ group: 999, first: 999_995, length: 5 });
  });
});

describe('an area of the grid', () => {
  const lines = layOut({ total: 9, columns: 4, groups: daysOf([5, 4]), sizes });
  const indexes = (left: number, top: number, right: number, bottom: number): number[] =>
    itemsIn(lines, { left, top, right, bottom }, 110, 10).flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    );

  test('has the items that it touches, of all lines', () => {
    expect(indexes(0, 0, 30, 60)).toEqual([0]);
    expect(indexes(90, 60, 230, 160)).toEqual([0, 1, 2, 4]);
    expect(indexes(0, 0, 900, 900)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('has none in headings, in gaps, and beside the end of a line', () => {
    expect(indexes(0, 0, 900, 30)).toEqual([]);
    expect(indexes(101, 60, 109, 120)).toEqual([]);
    expect(indexes(0, 131, 400, 139)).toEqual([]);
    expect(indexes(120, 150, 400, 200)).toEqual([]);
  });
});
