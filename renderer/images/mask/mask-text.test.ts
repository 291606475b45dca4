import { expect, test } from 'vitest';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { NO_MASK } from '../images-state.ts';
import { formatMask, formatPercent } from './mask-text.ts';

const t = createTranslator('en');

test.each([
  [0, '0'],
  [0.0004, '< 0.1'],
  [0.004, '0.4'],
  [0.124, '12'],
  [0.9999, '99'],
  [1, '100'],
])('%d is %s %%', (ratio, text) => {
  expect(formatPercent(ratio)).toBe(text);
});

test('an empty and a full mask have their own texts', () => {
  expect(formatMask(NO_MASK, t)).toBe('no mask');
  expect(formatMask({ ...NO_MASK, isEmpty: false, coveredRatio: 0.12 }, t)).toBe('mask 12 %');
  expect(formatMask({ ...NO_MASK, isEmpty: false, isFull: true, coveredRatio: 1 }, t)).toBe('mask covers everything');
});
