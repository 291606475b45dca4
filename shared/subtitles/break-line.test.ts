import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { processorMs } from '../../tests/support/processor-time.ts';
import { breakLine } from './break-line.ts';
import { columnsOf, graphemesOf, isCjk, rowColumns } from './columns.ts';

const rowsOf = (text: string): string[] => breakLine(text, 0).cues.map(({ rows }) => rows.join(' / '));
const widthOf = (row: string, isInCjk: boolean): number =>
  graphemesOf(row).reduce((sum, grapheme) => sum + columnsOf(grapheme, isInCjk), 0);

test.each([
  ['one row', 'Good morning.', ['Good morning.']],
  [
    'two rows of like length',
    'The quick brown fox jumps over the lazy dog again today',
    ['The quick brown fox jumps / over the lazy dog again today'],
  ],
  [
    'a row ends with a sentence or a clause where that is near',
    'When the rain had stopped, everybody went outside and looked.',
    ['When the rain had stopped, / everybody went outside and looked.'],
  ],
  [
    'a cue ends with a sentence',
    'It was late and the house was dark. Nobody had lit the lamps. She went up the stairs without a sound and listened.',
    [
      'It was late and the house was dark. / Nobody had lit the lamps.',
      'She went up the stairs / without a sound and listened.',
    ],
  ],
  [
    'no break after a title or an initial',
    'On the far side of the square we could see Dr. J. Smith who was waiting for all of us there in the heavy rain, alone.',
    undefined,
  ],
  ['sixteen wide characters a row', '今天天气很好我们一起去公园散步吧', ['今天天气很好我们一起去公园散步吧']],
  [
    'not inside a Chinese word, and marks stay with what is before them',
    '今天天气很好，我们一起去公园玩，然后回家吃饭。',
    ['今天天气很好， / 我们一起去公园玩，然后回家吃饭。'],
  ],
  ['a number stays with what it counts', '根据最新公布的统计数据显示去年一共有3.14万人参加活动', undefined],
])('%s', (_title, text, expected) => {
  if (expected) expect(rowsOf(text)).toEqual(expected);
  else expect(rowsOf(text).join('')).not.toMatch(/Dr\. \/|J\. \/|3\.? \/|14 \/|Dr\.$|J\.$/);
});

describe('any text', () => {
  const words = fc.array(
    fc.oneof(
      fc.stringMatching(/^[A-Za-z]{1,12}[.,!?;:]?$/),
      fc.constantFrom(
        '今天',
        '天气',
        '。',
        '，',
        '「',
        '」',
        '3.14',
        '1,000',
        '👩‍👩‍👧‍👦',
        'e\u0301',
        'नमस्ते',
        'สวัสดี',
        '…',
        '—',
      ),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    ),
    { maxLength: 60 },
  );
  const texts = fc.tuple(words, fc.constantFrom('', ' ')).map(([parts, space]) =>
    parts
      .join(space)
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  );

  it('has at most two rows a cue, none wider than its limit', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 10, max: 80 }), fc.integer({ min: 5, max: 40 }), (text, narrow, wide) => {
        for (const { rows } of breakLine(text, 0, { narrow, wide }).cues) {
          expect(rows.length).toBeLessThanOrEqual(2);
          for (const row of rows)
            expect(widthOf(row, isCjk(text))).toBeLessThanOrEqual(rowColumns(text, { narrow, wide }));
        }
      }),
    );
  });

  it('loses nothing but spaces, and breaks between graphemes only', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const visible = (parts: string[]): string[] => parts.filter((part) => part.trim() !== '');
        const shown = breakLine(text, 0).cues.flatMap(({ rows }) => rows.flatMap((row) => visible(graphemesOf(row))));
        expect(shown.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        expect(shown.length).toBe(visible(graphemesOf(text)).length);
      }),
    );
  });

  it('divides no word of letters and no number', () => {
    const tokens = fc.array(
      fc.oneof(fc.stringMatching(/^[a-z]{1,20}[.,]?$/), fc.constantFrom('3.14', '1,000', '50%')),
      {
        minLength: 1,
        maxLength: 80,
      },
    );
    fc.assert(
      fc.property(tokens, (parts) => {
        const shown = breakLine(parts.join(' '), 0).cues.flatMap(({ rows }) => rows.flatMap((row) => row.split(' ')));
        expect(shown).toEqual(parts);
      }),
    );
  });
});

it('divides a row of numbers that is longer than a row between numbers', () => {
  expect(
    rowsOf(Array(12).fill('1,000').join(' '))
      .join(' / ')
      .split(/ \/ | /),
  ).toEqual(Array(12).fill('1,000'));
});

it('divides a word that is longer than a row', () => {
  expect(rowsOf('x'.repeat(100))).toEqual(['x'.repeat(42), `${'x'.repeat(42)} / ${'x'.repeat(16)}`]);
});

it('shows no name alone', () => {
  const text = `Anna: ${'word '.repeat(60).trim()}`;
  for (const { weight } of breakLine(text, 'Anna: '.length).cues) expect(weight).toBeGreaterThan(0);
});

it('takes a long line in a moment', () => {
  const started = processorMs();
  breakLine('这是一个用来测试速度的句子，我们希望它足够快。'.repeat(4000), 0);
  expect(processorMs() - started).toBeLessThan(10_000);
});
