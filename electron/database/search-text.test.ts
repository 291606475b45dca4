import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { hasTypedWords, toIndexedText, toMatchQuery } from './search-text.ts';

const db = new DatabaseSync(':memory:');
db.exec("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='unicode61')");

function isFound(text: string, typed: string): boolean {
  db.exec('DELETE FROM texts');
  db.prepare('INSERT INTO texts VALUES (?)').run(toIndexedText(text));
  const match = toMatchQuery(typed);
  return match !== undefined && db.prepare('SELECT 1 FROM texts WHERE texts MATCH ?').all(match).length > 0;
}

it.each([
  ['Hello from the studio', 'hello'],
  ['Hello from the studio', 'stud hel'],
  ['今天天气很好', '天气'],
  ['今天天气很好', '气'],
  ['说 Hello 世界', 'hello世界'],
  ['Ｆｕｌｌ width', 'full'],
  ['zh_female_cancan_mars_bigtts', 'cancan_mars'],
  ['Die Tür', 'TUR'],
])('%j is found by %j', (text, typed) => expect(isFound(text, typed)).toBe(true));

it.each([
  ['今天天气很好', '气天'],
  ['Hello', 'world'],
  ['Hello', '"*'],
])('%j is not found by %j', (text, typed) => expect(isFound(text, typed)).toBe(false));

it('never builds a query that SQLite refuses', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (typed) => void isFound('x', typed)));
});

it('a text is found without the index as it is by the index', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', 'é', '天', '气', '하', '한', '1', '_', ' ', '-'),
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, text, (stored, typed) => {
      expect(hasTypedWords(stored, typed)).toBe(isFound(stored, typed));
    }),
  );
});

it('words that are typed twice, or begin another one, are searched once, and nothing else is found by that', () => {
  expect(toMatchQuery('n N ñ no note, note nothing')).toBe('"note"* "nothing"*');
  expect(toMatchQuery(Array(500).fill('a').join(' '))).toBe('"a"*');
  const text = fc.string({
    unit: fc.constantFrom('a', 'A', 'b', 'é', 'e', '天', '气', '하', '한', '_', ' ', ' '),
    maxLength: 14,
  });
  fc.assert(
    fc.property(text, text, (stored, typed) => {
      const words = typed.match(/[^ ]+/gu) ?? [];
      const each = words.filter((word) => /[^_]/.test(word)).map((word) => isFound(stored, word));
      expect(isFound(stored, typed)).toBe(each.length > 0 && each.every(Boolean));
    }),
    { numRuns: runs(500) },
  );
});
