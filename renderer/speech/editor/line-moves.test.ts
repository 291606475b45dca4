import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedWith, moveParagraphs } from './line-moves.ts';

test('paragraphs are moved whole, to any place, and are selected there', () => {
  const paragraphs = fc.array(fc.constantFrom('', 'a', 'bc', 'def'), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(paragraphs, fc.nat(), fc.nat(), fc.nat(), (texts, a, b, c) => {
      const [first = 1, last = 1] = [(a % texts.length) + 1, (b % texts.length) + 1].sort((x, y) => x - y);
      const target = (c % (texts.length + 1)) + 1;
      const state = EditorState.create({ doc: texts.join('\n') });
      const move = moveParagraphs(state, { first, last }, target);
      if (target >= first && target <= last + 1) {
        expect(move).toBeNull();
        return;
      }
      const moved = texts.slice(first - 1, last);
      const rest = [...texts.slice(0, first - 1), ...texts.slice(last)];
      rest.splice(target > last ? target - 1 - moved.length : target - 1, 0, ...moved);
      const after = state.update(move ?? {}).state;
      expect(after.doc.toString()).toBe(rest.join('\n'));
      const { from, to } = after.selection.main;
      expect(after.sliceDoc(from, to)).toBe(moved.join('\n'));
    }),
  );
});

test('a selection moves as a whole if the paragraph is in it', () => {
  const state = EditorState.create({ doc: 'one\ntwo\nthree', selection: { anchor: 1, head: 5 } });
  expect(movedWith(state, 2)).toEqual({ first: 1, last: 2 });
  expect(movedWith(state, 3)).toEqual({ first: 3, last: 3 });
});
