import { expect, test } from 'vitest';
import { createTranslator } from '../../../shared/i18n/index.ts';
import { NO_MASK } from '../images-state.ts';
import { maskWords, percentText } from './mask-words.ts';

const t = createTranslator('en');

test.each([
  [0, '0'],
  [0.0004, '< 0.1'],
  [0.004, '0.4'],
  [0.124, '12'],
  [0.9999, '99'],
  [1, '100'],
])('%d is %s %%', (ratio, text) => {
  expect(percentText(ratio)).toBe(text);
});

test('an empty and a full mask are said', () => {
  expect(maskWords(NO_MASK, t)).toBe('no mask');
  expect(maskWords({ ...NO_MASK, isEmpty: false, coveredRatio: 0.12 }, t)).toBe('mask 12 %');
  expect(maskWords({ ...NO_MASK, isEmpty: false, isFull: true, coveredRatio: 1 }, t)).toBe('mask covers everything');
});
