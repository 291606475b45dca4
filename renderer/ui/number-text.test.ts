import { expect, test } from 'vitest';
import { fitNumber, parseNumberText } from './number-text.ts';

test.each([
  ['1.5', 1.5],
  ['１．２５', 1.25],
  ['０。８', 0.8],
  [' 2,5 ', 2.5],
  ['.5', 0.5],
  ['3.', 3],
  ['-1', -1],
])('%s is %d', (text, value) => {
  expect(parseNumberText(text)).toBe(value);
});

test.each(['', 'fast', '1.2.3', '1e3', '٣'])('“%s” is not a number', (text) => {
  expect(parseNumberText(text)).toBeUndefined();
});

test('fitNumber keeps the range and rounds away binary noise', () => {
  expect(fitNumber(0.1 + 0.2, 0, 1, 2)).toBe(0.3);
  expect(fitNumber(7, 0.2, 3, 2)).toBe(3);
  expect(fitNumber(0.05, 0.2, 3, 2)).toBe(0.2);
});
