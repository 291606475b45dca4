import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8ByteLength } from '../../shared/text/utf8.ts';
import { splitByScript, splitIntoPieces } from './segments.ts';

test('sentences become pieces with pauses', () => {
  expect([...splitIntoPieces('Pi is 3.14, they say. 今天很好！Good.')]).toEqual([
    { text: 'Pi is 3.14, they say.', pauseMs: 0 },
    { text: '今天很好！', pauseMs: 300 },
    { text: 'Good.', pauseMs: 300 },
  ]);
});

test('a long sentence is split at a comma', () => {
  const pieces = [...splitIntoPieces(`${'词'.repeat(50)}，${'语'.repeat(50)}。`)];
  expect(pieces.map(({ pauseMs }) => pauseMs)).toEqual([0, 150]);
  expect(pieces[0]?.text.endsWith('，')).toBe(true);
});

test('pieces are short, and only white space is lost', () => {
  const text = fc.array(fc.constantFrom('word ', '字', ', ', '，', '. ', '。', '\n', '😀', 'long'.repeat(90)));
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join('');
      const pieces = [...splitIntoPieces(whole)].map((piece) => piece.text);
      expect(pieces.join('').replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
      expect(pieces.every((piece) => piece !== '' && utf8ByteLength(piece) <= 200)).toBe(true);
    }),
  );
});

test('segments make up the whole text, each in one script', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('a', '字', 'か', '1', ' ') }),
      (a, b) => {
        const segments = splitByScript(a + b);
        if ((a + b).trim())
          expect(
            segments
              .map(({ text }) => text)
              .join('')
              .trim(),
          ).toBe((a + b).trim());
        for (const [i, { script }] of segments.entries()) if (i > 0) expect(script).not.toBe(segments[i - 1]?.script);
      },
    ),
  );
});

test('each script is a segment; digits and signs stay with the text they follow', () => {
  const split = (text: string): string[] => splitByScript(text).map(({ script, text }) => `${script}:${text}`);
  expect(split('我用 Studio 2 做了3个视频')).toEqual(['han:我用 ', 'latin:Studio 2 ', 'han:做了3个视频']);
  expect(split('2 apples')).toEqual(['latin:2 apples']);
  expect(split('東京へ行く')).toEqual(['han:東京', 'kana:へ', 'han:行', 'kana:く']);
  expect(split('15%')).toEqual(['undefined:15%']);
  expect(split('  ')).toEqual([]);
});
