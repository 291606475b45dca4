import { expect, test } from 'vitest';
import { NO_PRICES } from '../../shared/connection/prices.ts';
import { createTranslator } from '../../shared/i18n/all.ts';
import { costText, formatMoney } from './cost-text.ts';

test.each([
  [0.05, '$', '$0.05'],
  [0.0043, '$', '$0.0043'],
  [12.5, 'US$', 'US$12.50'],
  [1234.5, 'credits', '1,234.50\u00a0credits'],
  [0.125, '', '0.13'],
])('%d in “%s” is %s', (amount, currency, expected) => expect(formatMoney(amount, currency, 'en')).toBe(expected));

test('a cost is said where a price was entered, otherwise nothing', () => {
  const prices = { ...NO_PRICES, currency: '$', speech: 0.015 };
  expect(costText({ characters: 3250, pictures: 0 }, prices, createTranslator('en'))).toEqual(['about $0.049']);
  expect(costText({ characters: 0, pictures: 2 }, prices, createTranslator('en'))).toEqual([]);
  expect(costText({ characters: 10, pictures: 2 }, NO_PRICES, createTranslator('zh'))).toEqual([]);
  expect(costText({ characters: 10, pictures: 2 }, undefined, createTranslator('zh'))).toEqual([]);
});
