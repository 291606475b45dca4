import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8ByteLength } from '../text/utf8.ts';
import { partsOf, requestCount } from './parts.ts';

const cut = (recommendedInputBytes: number) => ({ longText: 'cut' as const, recommendedInputBytes });
const textsOf = (text: string, limit: number) =>
  partsOf(text, cut(limit)).map(({ start, end }) => text.slice(start, end));

it('a text within the limit is one request, and so is any text where long ones are sent whole', () => {
  expect(partsOf('Hello there.', cut(1024))).toEqual([{ start: 0, end: 12 }]);
  expect(requestCount('好。'.repeat(1000), { longText: 'whole', recommendedInputBytes: 1024 })).toBe(1);
});

it('joined, the parts are the text, each within the limit', () => {
  const word = fc.constantFrom('Hello ', 'world. ', '你好', '。', '“Yes,” ', '👨‍👩‍👧', '12.5 ', 'a', '\u0301', ' ');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 80 }), fc.integer({ min: 8, max: 120 }), (words, limit) => {
      const text = `Go ${words.join('')} on`;
      const parts = partsOf(text, cut(limit));
      const texts = textsOf(text, limit);
      for (const part of texts) expect(utf8ByteLength(part)).toBeLessThanOrEqual(limit);
      expect(requestCount(text, cut(limit))).toBe(parts.length);
      // Whatever lies between two parts has nothing to speak.
      const left = parts.map(({ end }, index) => text.slice(end, parts[index + 1]?.start ?? text.length));
      for (const gap of [text.slice(0, parts[0]?.start), ...left]) expect(gap).not.toMatch(/[\p{L}\p{N}]/u);
      if (left.every((gap) => gap === '')) expect(texts.join('')).toBe(text);
    }),
  );
});

it('a part without a letter or digit is not requested', () => {
  expect(textsOf(`Hello. ${'.'.repeat(100)}`, 20).filter((part) => /^[.\s]*$/.test(part))).toEqual([]);
  expect(requestCount('!'.repeat(50), cut(20)), 'if nothing else is there, it is sent').toBe(3);
  expect(requestCount(`!${' '.repeat(100)}`, cut(20)), 'white space is not').toBe(1);
});

it('a limit below the longest character is that character', () => {
  expect(textsOf('ab你好', 1).join('')).toBe('ab你好');
});
