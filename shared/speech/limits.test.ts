import { expect, it } from 'vitest';
import { compareWithLimit } from './limits.ts';

it.each([
  [79, 'far'],
  [80, 'near'],
  [100, 'near'],
  [101, 'over'],
])('a text of %i bytes, where 100 are recommended, is %s', (bytes, limit) => {
  expect(compareWithLimit(bytes, 100)).toBe(limit);
});
