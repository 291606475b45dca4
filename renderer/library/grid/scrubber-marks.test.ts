import { expect, test } from 'vitest';
import { layOut } from './line-layout.ts';
import { groupOfDay, marksOf } from './scrubber-marks.ts';

function linesOf(...days: string[]) {
  const groups = days.map((day, offset) => ({ day, offset, count: 1 }));
  return layOut({ total: days.length, columns: 4, groups, sizes: { headingPx: 40, linePx: 60 } });
}

test('marks are years where there are several, else months, else days', () => {
  const marked = (...days: string[]) => marksOf(linesOf(...days), 0).map(({ day, ratio }) => [day, ratio]);
  expect(marked('2026-02-03', '2025-12-31', '2025-01-01', '2024-05-05')).toEqual([
    ['2026-02-03', 0],
    ['2025-12-31', 0.25],
    ['2024-05-05', 0.75],
  ]);
  expect(marked('2026-02-03', '2026-02-01', '2026-01-09').map(([day]) => day)).toEqual(['2026-02-03', '2026-01-09']);
  expect(marked('2026-02-03', '2026-02-01').map(([day]) => day)).toEqual(['2026-02-03', '2026-02-01']);
});

test('a mark without room is left out', () => {
  const days = Array.from({ length: 28 }, (_, at) => `2026-02-${String(28 - at).padStart(2, '0')}`);
  expect(marksOf(linesOf(...days), 0.25)).toHaveLength(4);
});

test('a typed day leads to itself, or to the next one in the order', () => {
  const newest = ['2026-02-03', '2026-01-20', '2025-12-01'].map((day) => ({ day }));
  const oldest = newest.toReversed();
  expect(['2027-01-01', '2026-01-20', '2026-01-19', '2020-01-01'].map((day) => groupOfDay(newest, day))).toEqual([
    0, 1, 2, 2,
  ]);
  expect(['2020-01-01', '2026-01-19', '2027-01-01'].map((day) => groupOfDay(oldest, day))).toEqual([0, 1, 2]);
});
