import { expect, test } from 'vitest';
import { extended, keptOf, NO_SELECTION, startedAt, toggled, withAll } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids];

test('starts with the row chosen last, grows and shrinks', () => {
  const two = toggled(startedAt('a'), 'd');
  expect(idsOf(two)).toEqual(['a', 'd']);
  expect(idsOf(toggled(two, 'a'))).toEqual(['d']);
  expect(idsOf(toggled(NO_SELECTION, 'c'))).toEqual(['c']);
});

test('extends from its start to another row, in either direction, and shrinks again', () => {
  const start = startedAt('c');
  expect(idsOf(extended(extended(start, 'd', ORDER), 'e', ORDER))).toEqual(['c', 'd', 'e']);
  expect(idsOf(extended(extended(start, 'e', ORDER), 'b', ORDER))).toEqual(['b', 'c']);
});

test('extends from the row itself if its start is gone', () => {
  expect(idsOf(extended(startedAt('gone'), 'b', ORDER))).toEqual(['b']);
});

test('drops rows that no longer exist; the same selection where nothing is dropped', () => {
  const all = withAll(startedAt('a'), ORDER);
  expect(idsOf(keptOf(all, ['c', 'a', 'x']))).toEqual(['c', 'a']);
  expect(keptOf(all, ORDER)).toBe(all);
});
