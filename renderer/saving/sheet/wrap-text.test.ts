import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wrapText } from './wrap-text.ts';

/** Every character of 1 to 2 units, as wide ones are. */
const measure = (text: string): number =>
  [...new Intl.Segmenter().segment(text)].reduce((sum, { segment }) => sum + (/[ -~]/.test(segment) ? 1 : 2), 0);
const wrap = (text: string, width: number, maxLines = 9): string[] => wrapText(text, width, maxLines, measure, 'zh');

it('breaks between words, and within Chinese, but never before its punctuation', () => {
  expect(wrap('erase the  cup\nfrom the table', 10)).toEqual(['erase the', 'cup from', 'the table']);
  expect(wrap('去掉桌上的杯子。', 14)).toEqual(['去掉桌上的', '杯子。']);
  expect(wrap('杯子（红）', 4)).toEqual(['杯子', '（红', '）']);
});

it('divides what is wider than a line, but no emoji and no letter with its marks', () => {
  expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  expect(wrap('👩‍👩‍👧👍🏽é́', 2)).toEqual(['👩‍👩‍👧', '👍🏽', 'é́']);
});

it('shows that the rest is cut', () => {
  expect(wrap('one two three four', 9, 1)).toEqual(['one two…']);
  expect(wrap('x'.repeat(100_000), 10, 2)[1]).toBe('xxxxxxxx…');
  expect(wrap('  ', 10)).toEqual([]);
});

it('loses nothing but white space while there are lines enough, and no line is too wide', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (text, width) => {
      const lines = wrap(text, width, 200);
      const words = (one: string): string => one.toWellFormed().replace(/\s+/g, '');
      expect(words(lines.join(''))).toBe(words(text));
      const isOneGrapheme = (line: string): boolean => [...new Intl.Segmenter().segment(line)].length === 1;
      expect(lines.filter((line) => measure(line) > width && !isOneGrapheme(line))).toEqual([]);
    }),
  );
});
