import { EditorState, Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf as linesOfScript } from '../../../shared/script/lines.ts';
import { characterCount, utf8ByteLength } from '../../../shared/text/utf8.ts';
import { linesField, linesOf } from './text-lines.ts';
import { sizeField } from './text-size.ts';

/** Pieces that meet in all ways: blank lines, halves of characters, characters of 1 to 4 bytes. */
const piece = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '\n\n',
  'é',
  '你',
  '😀',
  '\ud83d',
  '\ude00',
  '\t',
  '\u3000',
  '\u200b',
  '\ufeff',
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const edits = fc.array(fc.array(fc.tuple(fc.nat(), fc.nat(6), text), { maxLength: 3 }), { maxLength: 8 });

const stateOf = (doc: string): EditorState => EditorState.create({ doc, extensions: [linesField, sizeField] });

function edited(state: EditorState, changes: readonly (readonly [number, number, string])[]): EditorState {
  let from = 0;
  const applied = changes.map(([start, length, insert]) => {
    const begin = Math.min(state.doc.length, from + (start % 5));
    from = Math.min(state.doc.length, begin + length);
    return { from: begin, to: from, insert: Text.of(insert.split('\n')) };
  });
  return state.update({ changes: applied }).state;
}

test('lines and sizes kept up to date by changes are those counted anew', () => {
  fc.assert(
    fc.property(text, edits, (begun, steps) => {
      const state = steps.reduce(edited, stateOf(begun));
      const doc = state.doc.toString();
      expect(state.field(sizeField)).toEqual({ characters: characterCount(doc), sizeBytes: utf8ByteLength(doc) });
      const lines = linesOf(state.field(linesField));
      const paragraphs = doc.split('\n');
      const written = paragraphs.flatMap((one, i) => (one.trim() === '' ? [] : [i + 1]));
      expect(lines.count).toBe(written.length);
      // The rest of the app counts the same lines.
      expect(linesOfScript(doc).map(({ from }) => from)).toEqual(written.map((one) => state.doc.line(one).from));
      expect(written.map((_, index) => lines.paragraphOf(index))).toEqual(written);
      expect(paragraphs.map((_, i) => lines.indexOf(i + 1))).toEqual(
        paragraphs.map((_, i) => (written.includes(i + 1) ? written.indexOf(i + 1) : null)),
      );
      expect([lines.paragraphOf(-1), lines.paragraphOf(written.length)]).toEqual([null, null]);
    }),
  );
});

test('characters are code points, bytes are those of UTF-8', () => {
  const sizes = ['', 'Hello', '你好', '😀𠮷'].map((doc) => stateOf(doc).field(sizeField));
  expect(sizes.map(({ characters, sizeBytes }) => [characters, sizeBytes])).toEqual([
    [0, 0],
    [5, 5],
    [2, 6],
    [2, 8],
  ]);
});

test('a key within a line of 50 000 does not count the others again', () => {
  const before = stateOf('line\n'.repeat(50_000));
  const after = before.update({ changes: { from: 2, insert: 'x' } }).state;
  expect(after.field(linesField)).toBe(before.field(linesField));
});
