import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { utf8ByteLength } from '../text/utf8.ts';
import { splitText } from './split.ts';

const word = fc.constantFrom(
  'lantern',
  'Dr.',
  'e.g.',
  'U.S.',
  '3.14',
  '1,000',
  '10 000',
  'https://example.org/a.b?c=1,2',
  'anna@example.org',
  'No. 5',
  '灯塔',
  '海浪',
  '数到一千',
  '🇨🇳',
  '👩‍👩‍👧‍👦',
  'e\u0301',
  '\u0301',
  '\u200d',
  'שלום',
  'مرحبا',
  'สวัสดี',
);
const mark = fc.constantFrom(
  '. ',
  '! ',
  '? ',
  ', ',
  '; ',
  ' – ',
  ' ',
  '…',
  '。',
  '！',
  '，',
  '、',
  '：',
  '“',
  '”',
  '「',
  '」',
  '"',
  ' "',
  '" ',
  '\n',
);
const prose = fc.array(fc.oneof(word, mark), { maxLength: 200 }).map((pieces) => pieces.join(''));
const anyText = fc.oneof(
  prose,
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);
const limit = fc.oneof(fc.integer({ min: 4, max: 40 }), fc.integer({ min: 41, max: 1024 }));
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

describe('any text', () => {
  it('is the same when its parts are joined, and no part is over the limit or empty', () => {
    fc.assert(
      fc.property(anyText, limit, (text, bytes) => {
        const parts = splitText(text, bytes);
        expect(parts.join('')).toBe(text);
        for (const part of parts) expect(utf8ByteLength(part)).toBeLessThanOrEqual(bytes);
        if (text !== '') expect(parts).not.toContain('');
      }),
      { numRuns: runs(500) },
    );
  });

  it('is not cut inside a character', () => {
    fc.assert(
      fc.property(anyText, limit, (text, bytes) => {
        fc.pre(text.isWellFormed());
        for (const part of splitText(text, bytes)) expect(part.isWellFormed()).toBe(true);
      }),
    );
  });

  it('is not cut inside a grapheme that fits', () => {
    fc.assert(
      fc.property(anyText, limit, (text, bytes) => {
        const starts = new Map([...graphemes.segment(text)].map(({ index, segment }) => [index, segment]));
        fc.pre([...starts.values()].every((segment) => utf8ByteLength(segment) <= bytes));
        let at = 0;
        for (const part of splitText(text, bytes)) {
          expect(at === text.length || starts.has(at)).toBe(true);
          at += part.length;
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('has no blank part, where no white space is as long as a part', () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 60, max: 300 }), (text, bytes) => {
        for (const part of splitText(text.trim(), bytes)) if (text.trim() !== '') expect(part.trim()).not.toBe('');
      }),
    );
  });

  it('has not many more parts than needed, where words are short', () => {
    const short = fc.array(fc.constantFrom('one ', 'two, ', 'three. '), { minLength: 100, maxLength: 600 });
    fc.assert(
      fc.property(short, fc.integer({ min: 100, max: 1024 }), (words, bytes) => {
        const text = words.join('');
        const needed = Math.ceil(text.length / bytes);
        expect(splitText(text, bytes).length).toBeLessThanOrEqual(Math.ceil(needed * 1.5) + 1);
      }),
    );
  });

  it('keeps what fits', () => {
    fc.assert(fc.property(anyText, (text) => void expect(splitText(text, utf8ByteLength(text) + 4)).toEqual([text])));
  });
});

describe('a text is cut', () => {
  it.each([
    [
      'after sentences',
      'One is here. Two is there, too. Three is it.',
      24,
      ['One is here. ', 'Two is there, too. ', 'Three is it.'],
    ],
    ['in about equal parts', 'Aaa aaa. Bbb bbb. Ccc ccc. Ddd ddd.', 34, ['Aaa aaa. Bbb bbb. ', 'Ccc ccc. Ddd ddd.']],
    ['after clauses', 'when it was late, nobody came', 24, ['when it was late, ', 'nobody came']],
    ['after words', 'nobody came to the harbour', 18, ['nobody came ', 'to the harbour']],
    ['after Chinese sentences', '今天很好。我们走吧！好的。', 24, ['今天很好。', '我们走吧！好的。']],
    ['after Chinese clauses', '天黑了，没有人来过', 18, ['天黑了，', '没有人来过']],
    ['between Chinese words', '南京市长江大桥欢迎您', 24, ['南京市长江', '大桥欢迎您']],
    ['after a closing quotation mark', '他说：“走吧！”大家走了。', 30, ['他说：“走吧！”', '大家走了。']],
    [
      'after Arabic and Hindi sentences',
      'ذهب الولد؟ نعم ذهب। यह है। ठीक',
      32,
      ['ذهب الولد؟ ', 'نعم ذهب। ', 'यह है। ठीक'],
    ],
    ['not between a mark and its variation selector', '太好了‼\ufe0f我们', 18, ['太好了‼\ufe0f', '我们']],
    ['after mixed punctuation', '你好!我们走.真的,好', 18, ['你好!我们走.', '真的,好']],
  ])('%s', (_, text, bytes, parts) => expect(splitText(text, bytes)).toEqual(parts));

  it.each([
    ['a title', 'we saw Dr. Ames go'],
    ['an initial', 'we saw J. Ames go'],
    ['a number', 'it is 3.14159265 ok'],
    ['a number with spaces', 'so 10 000 000 people'],
    ['thousands', 'so 1,000,000,000 ok'],
    ['letters with stops', 'in the U.S.A. we go'],
    ['an address', '去https://a.example/b?c=d看看'],
    ['an e-mail address', '写信到anna@mail.example吧'],
    ['a Chinese number', '价格是1，000，000元整吧'],
    ['a quotation', 'so "it is. it was" I say'],
    ['an English quotation', 'so “it is. it was” I say'],
    ['a Chinese quotation', '他说「好。走」了吗'],
    ['a quotation with an apostrophe', 'so ‘I don’t. no’ I say'],
  ])('not inside %s', (_, text) => {
    const [kept = ''] =
      /Dr\. Ames|J\. Ames|3\.1\d+|10 000 000|1,0[\d,]+|U\.S\.A\.|https[\w:/.?=]+|anna@[a-z.]+|1，0[\d，]+|".*"|“.*”|「.*」|‘.*’/.exec(
        text,
      ) ?? [];
    for (let bytes = utf8ByteLength(kept) + 1; bytes < utf8ByteLength(text); bytes++) {
      const parts = splitText(text, bytes);
      expect(
        parts.some((part) => part.includes(kept)),
        `${bytes}: ${parts.join('|')}`,
      ).toBe(true);
    }
  });

  it('inside a quotation that is itself too long, after its sentences', () =>
    expect(splitText('“One is here. Two is there. Three is it.”', 24)).toEqual([
      '“One is here. ',
      'Two is there. ',
      'Three is it.”',
    ]));

  it('as if an unclosed quotation were none', () =>
    expect(splitText('“One is here. Two is there.', 24)).toEqual(['“One is here. ', 'Two is there.']));

  it('between code points, in a grapheme over the limit', () => {
    const parts = splitText(`a${'\u0301'.repeat(20)}`, 10);
    expect(parts.map(utf8ByteLength)).toEqual([9, 10, 10, 10, 2]);
  });

  it('so that white space and punctuation are not alone', () =>
    expect(splitText('nobody came !!!        ', 20).every((part) => /\w/.test(part))).toBe(true));
});

it('has no limit below one character', () => {
  expect(() => splitText('a', 3)).toThrow(RangeError);
  expect(() => splitText('a', Number.NaN)).toThrow(RangeError);
});

it.each([
  ['words in one line', 'nobody came to the harbour, '],
  ['no spaces', 'a'],
  ['only punctuation', '…!?'],
  ['emoji', '👩‍👩‍👧‍👦'],
  ['flags', '🇨🇳'],
  ['combining marks', '\u0301'],
  ['right to left', 'שלום עולם. '],
  ['control characters', '\u0000\u0007'],
  ['unclosed quotes', '“ "'],
  ['nested quotes', `${'“'.repeat(200)}${'”'.repeat(200)}`],
  ['lone surrogates', '\ud800a\udc00'],
  ['blank', ' \n'],
  ['at signs', 'a@a.b'],
])('200 kB of %s end', (_, piece) => {
  const text = piece.repeat(Math.ceil(200_000 / piece.length));
  const parts = splitText(text, 1024);
  expect(parts.join('')).toBe(text);
  expect(Math.max(...parts.map(utf8ByteLength))).toBeLessThanOrEqual(1024);
});
