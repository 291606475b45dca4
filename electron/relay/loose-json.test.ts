import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JSON_LIMITS } from '../../shared/json/bounded-json.ts';
import { runs } from '../../tests/support/runs.ts';
import { parseLoosely } from './loose-json.ts';

describe('parseLoosely', () => {
  it('reads valid objects as JSON does', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseLoosely(text)).toEqual({ values: [JSON.parse(text)], isWhole: true, cutText: undefined });
      }),
    );
  });

  it('never throws, and always ends', () => {
    const text = fc.string({ unit: fc.constantFrom(...'{}[]",:\'\\ a1\n', 'null', '\\u00') });
    fc.assert(
      fc.property(text, (broken) => Array.isArray(parseLoosely(broken).values)),
      { numRuns: runs(2000) },
    );
  });

  it.each<[string, string, unknown[]]>([
    ['NaN and a trailing comma', '{"a":NaN,"b":[1,2,],}', [{ a: null, b: [1, 2] }]],
    ['single quotes, words without quotes', `{'a':'it"s', b: True}`, [{ a: 'it"s', b: true }]],
    ['two objects', '{"a":1}{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['other text around it', 'It failed: {"a":1} sorry', ['It failed:', { a: 1 }, 'sorry']],
    ['text without structure', ' some text ', ['some text']],
    ['strings, one after another', '"a"\n"b"', ['a', 'b']],
    ["Python's bytes", `b'QUJD'`, ['QUJD']],
    ['line breaks inside a string', '{"a":"x\ny"}', [{ a: 'x\ny' }]],
    ['nothing', ' \n', []],
  ])('%s', (_name, text, values) => expect(parseLoosely(text)).toMatchObject({ values, isWhole: true }));

  it.each<[string, unknown[], string | undefined]>([
    ['{"a":[{"b":"xy', [{ a: [{ b: 'xy' }] }], 'xy'],
    ['{"a":[{"b":"xy"', [{ a: [{ b: 'xy' }] }], undefined],
    ['{"a":1}{"a":', [{ a: 1 }, {}], undefined],
  ])('what ends too early has what came: %s', (text, values, cutText) =>
    expect(parseLoosely(text)).toEqual({ values, isWhole: false, cutText }),
  );
});

it('reads the beginning of what is more than one reply may have', () => {
  const { maxDepth, maxParts } = JSON_LIMITS.reply;
  expect(parseLoosely('['.repeat(10 * maxDepth))).toMatchObject({ isWhole: false });
  for (const unit of ['{},', '"a",', '[],']) {
    const { values, isWhole } = parseLoosely(`[${unit.repeat(2 * maxParts)}0]`);
    expect(isWhole).toBe(false);
    expect((values[0] as unknown[]).length).toBeLessThan(maxParts);
  }
});
