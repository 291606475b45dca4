import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { dayAt } from './days.ts';
import { FACET_KEYS, VALUE_FACETS } from './facets.ts';
import { NAMED_DAYS, type QueryTerm } from './query-terms.ts';
import { parseQuery, pieceAt, printQuery } from './query-text.ts';
import { CLOSED_VALUES, EVERY_CLOSED_VALUE } from './query-words.ts';

const parsed = (text: string) =>
  parseQuery(text).map(({ isNegated, type, ...rest }) => [isNegated ? `not ${type}` : type, ...Object.values(rest)]);

describe('a search', () => {
  test('has conditions by key, days, phrases and words', () => {
    expect(parsed('voice:shiny used:no 2026-11 "good morning" -draft')).toEqual([
      ['values', 'voice', ['shiny']],
      ['values', 'verdict', ['notUsed']],
      ['days', '2026-11-01', '2026-11-30'],
      ['text', 'good morning', true],
      ['not text', 'draft', false],
    ]);
  });

  test('is understood in Chinese, with its own colon and comma', () => {
    expect(parsed('音色：灿灿，闪亮 采用:否 类型:图片 时长:>5秒 -标签:草稿 日期:今天')).toEqual([
      ['values', 'voice', ['灿灿', '闪亮']],
      ['values', 'verdict', ['notUsed']],
      ['values', 'kind', ['edit']],
      ['lengths', 5000, null],
      ['not values', 'tag', ['草稿']],
      ['namedDays', 'today'],
    ]);
  });

  test('has ranges of days, lengths and sizes', () => {
    expect(parsed('2026-02 date:2026 date:..2026-01 2026-01-05..2026-02')).toEqual([
      ['days', '2026-02-01', '2026-02-28'],
      ['days', '2026-01-01', '2026-12-31'],
      ['days', null, '2026-01-31'],
      ['days', '2026-01-05', '2026-02-28'],
    ]);
    expect(parsed('duration:<2min duration:5..1.5min size:>1MB size:100kb duration:3s rating:4 starred:yes')).toEqual([
      ['lengths', null, 120_000],
      ['lengths', 5000, 90_000],
      ['sizes', 1024 * 1024, null],
      ['sizes', 100 * 1024, 101 * 1024],
      ['lengths', 3000, 4000],
      ['rating', 4],
      ['starred', true],
    ]);
  });

  test('takes what it does not understand as text, and passes over a key that has no value yet', () => {
    const odd = ['http://x.example', '12:30', 'used:perhaps', '2026-13', '2026', 'rating:9', '-', 'date:soon', '..'];
    odd.push('duration:5constructor', 'size:<5__proto__');
    expect(parsed(odd.join(' '))).toEqual(odd.map((word) => ['text', word, false]));
    expect(parsed('voice: tag:"" -model:')).toEqual([]);
    expect(parsed('script:"two words",other "open phrase')).toEqual([
      ['values', 'script', ['two words', 'other']],
      ['text', 'open phrase', true],
    ]);
  });

  test('is the same after it was written and read again, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), pieces()), (text) => {
        const terms = parseQuery(text);
        expect(parseQuery(printQuery(terms))).toEqual(terms);
        expect(parseQuery(printQuery(terms, 1))).toEqual(terms);
      }),
      { numRuns: runs(500) },
    );
  });

  test('can be written for any conditions', () => {
    fc.assert(
      fc.property(fc.array(term()), fc.constantFrom(0 as const, 1 as const), (terms, language) => {
        expect(parseQuery(printQuery(terms, language))).toEqual(terms);
      }),
      { numRuns: runs(500) },
    );
  });
});

test('the piece that is being typed is known', () => {
  expect(pieceAt('a -voice:shi', 12)).toMatchObject({ key: 'voice', value: 'shi', start: 2, end: 12, isNegated: true });
  expect(pieceAt('voice:a,b', 9)).toMatchObject({ key: 'voice', value: 'b' });
  expect(pieceAt('us x', 2)).toMatchObject({ key: null, value: 'us' });
  expect(pieceAt('us ', 3)).toBeUndefined();
});

test('every value of a closed set has words, and no word or key means two things', () => {
  for (const [facet, values] of Object.entries(EVERY_CLOSED_VALUE))
    expect(CLOSED_VALUES[facet as keyof typeof EVERY_CLOSED_VALUE]?.map(([value]) => value).sort()).toEqual(
      [...values].sort(),
    );
  for (const words of Object.values(CLOSED_VALUES)) {
    const all = words.flatMap(([, ...names]) => names);
    expect(new Set(all).size).toBe(all.length);
  }
  const keys = Object.values(FACET_KEYS).flat();
  expect(new Set(keys).size).toBe(keys.length);
});

/** Texts that look like searches. */
function pieces(): fc.Arbitrary<string> {
  const one = fc.constantFrom(
    ...'":：,，- \\.<>',
    '..',
    '2026-11',
    'voice',
    'used',
    '采用',
    'no',
    'duration',
    '5s',
    '"a b"',
    'x',
    '\n',
  );
  return fc.array(one, { maxLength: 25 }).map((all) => all.join(''));
}

function term(): fc.Arbitrary<QueryTerm> {
  const isNegated = fc.boolean();
  const day = fc.integer({ min: 0, max: 40_000 }).map((days) => dayAt(new Date(1990, 0, 1 + days, 12).getTime()));
  const limit = fc.integer({ min: 0, max: 99_999_999 });
  const open = VALUE_FACETS.filter((facet) => !(facet in CLOSED_VALUES));
  const range = fc.oneof(
    fc.record({ min: limit, max: fc.constant(null) }),
    fc.record({ min: fc.constant(null), max: limit }),
    fc.record({ min: limit, max: limit }),
  );
  return fc.oneof(
    fc.record({ isNegated, type: fc.constant('text' as const), text: fc.string(), isPhrase: fc.constant(true) }),
    fc.record({
      isNegated,
      type: fc.constant('values' as const),
      facet: fc.constantFrom(...open),
      values: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ isNegated, type: fc.constant('days' as const), from: day, to: fc.option(day) }),
    fc.record({ isNegated, type: fc.constant('days' as const), from: fc.constant(null), to: day }),
    fc.record({ isNegated, type: fc.constant('namedDays' as const), days: fc.constantFrom(...NAMED_DAYS) }),
    fc
      .record({ isNegated, type: fc.constantFrom('lengths' as const, 'sizes' as const), range })
      .map(({ range: { min, max }, ...rest }) => ({ ...rest, min, max })),
    fc.record({ isNegated, type: fc.constant('rating' as const), min: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ isNegated, type: fc.constantFrom('starred' as const, 'protected' as const), is: fc.boolean() }),
  );
}
