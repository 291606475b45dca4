import { expect, it } from 'vitest';
import { changeKept, NOTHING_KEPT, tagsIn, tidyTags, undoOfKept, withKept } from './kept.ts';

it('a tag is stored once, whatever its case, form or blanks', () => {
  expect(tidyTags(['  Cup ', 'CUP', 'e\u0301te', '\u00e9te', 'a\n  b', ' ', '茶杯'])).toEqual([
    'Cup',
    'éte',
    'a b',
    '茶杯',
  ]);
  expect(tidyTags(Array.from({ length: 99 }, (_, index) => `t${index}`))).toHaveLength(50);
  expect(tidyTags(['😀'.repeat(99)])).toEqual(['😀'.repeat(60)]);
});

it('typed tags are separated by the commas of all scripts', () => {
  expect(tagsIn('cup, table，茶杯、海报;x\ny')).toEqual(['cup', 'table', '茶杯', '海报', 'x', 'y']);
});

it('a change leaves what it does not name, and its undo brings back what it did', () => {
  const before = { title: 't', isStarred: true, rating: 2, tags: ['a', 'b'], note: 'n' };
  const change = { title: 'u', rating: 5, addTags: ['C', 'A'], removeTags: ['B'] };
  const after = changeKept(before, change);
  expect(after).toEqual({ title: 'u', isStarred: true, rating: 5, tags: ['a', 'C'], note: 'n' });
  expect(undoOfKept(before, change)).toEqual({ title: 't', rating: 2, tags: ['a', 'b'] });
  expect(changeKept(after, undoOfKept(before, change))).toEqual(before);
});

it('an item that is made anew has what a person gave the earlier one', () => {
  const before = { ...NOTHING_KEPT, title: 'mine', rating: 3, size: 1 };
  expect(withKept(before, { ...NOTHING_KEPT, title: 'text', size: 2 })).toEqual({ ...before, size: 2 });
});
