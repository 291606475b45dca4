import { expect, test } from 'vitest';
import { billedBy, costOf, NO_PRICES } from './prices.ts';

test('speech is billed by its characters as people count them, an edit by its pictures', () => {
  expect(billedBy({ kind: 'speech', request: { text: 'Hi 👋 你好' } })).toEqual({ characters: 7, pictures: 0 });
  expect(billedBy({ kind: 'edit', request: { options: { variations: 3 } } })).toEqual({ characters: 0, pictures: 3 });
  expect(billedBy({ kind: 'edit', request: { options: { variations: null } } }).pictures).toBe(1);
});

test('a cost is the sum of what has a price', () => {
  expect(costOf({ characters: 3250, pictures: 2 }, { ...NO_PRICES, speech: 0.02, picture: 0.5 })).toBeCloseTo(1.065);
  expect(costOf({ characters: 3250, pictures: 2 }, { ...NO_PRICES, picture: 0.5 })).toBe(1);
  expect(costOf({ characters: 3250, pictures: 2 }, NO_PRICES)).toBe(0);
});
