import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editBetween, editedText } from './text-edit.ts';

test('an edit makes the later text of the earlier one, and of no text of another length', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(text, text, text, (start, before, after) => {
      const edit = editBetween(start + before, start + after);
      expect(editedText(start + before, edit)).toBe(start + after);
      expect(editedText(`${start}${before}x`, edit)).toBeNull();
    }),
  );
});

test('a letter in 1 MB is an edit of one letter, also among equal ones', () => {
  const long = 'aab'.repeat(333_333);
  const typed = `${long.slice(0, 500_000)}a${long.slice(500_000)}`;
  const edit = editBetween(long, typed);
  expect([edit.to - edit.from, edit.insert.length]).toEqual([0, 1]);
  expect(editedText(long, edit)).toBe(typed);
});
