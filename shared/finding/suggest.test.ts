import { expect, test } from 'vitest';
import { suggest, wantedValues } from './suggest.ts';

const texts = (search: string, language: 0 | 1 = 0, values: string[] = []): string[] =>
  suggest(search, language, values).map((one) => one.text);

test('keys are offered by their beginning, in the language of the app or any other', () => {
  expect(texts('vo')).toEqual(['voice:']);
  expect(texts('good -us')).toEqual(['used:']);
  expect(suggest('good -us', 0, [])[0]?.search).toBe('good -used:');
  expect(texts('标')).toEqual(['标记:', '标签:']);
  expect([texts(''), texts('good '), texts('xyz'), texts('http:x')]).toEqual([[], [], [], []]);
});

test('words of closed sets are offered in the language of the app', () => {
  expect(texts('used:')).toEqual(['used:yes', 'used:no', 'used:partly', 'used:unknown']);
  expect(suggest('a used:n', 0, [])).toEqual([{ text: 'used:no', search: 'a used:no ' }]);
  expect(texts('采用:未', 1)).toEqual(['采用:否', '采用:未知']);
});

test('values of the library are asked for and offered, written so that they are read as one', () => {
  expect(wantedValues('a -tag:x,ha')).toEqual({ facet: 'tag', contains: 'ha' });
  expect([wantedValues('used:n'), wantedValues('rating:3'), wantedValues('ha')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(suggest('a -tag:x,ha', 0, ['happy days', 'harbour'])).toEqual([
    { text: 'tag:"happy days"', search: 'a -tag:x,"happy days" ' },
    { text: 'tag:harbour', search: 'a -tag:x,harbour ' },
  ]);
});
