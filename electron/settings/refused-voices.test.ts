import { expect, test } from 'vitest';
import { withVerdict } from './refused-voices.ts';

test('a voice is listed as refused once per connection, until it is spoken', () => {
  const one = withVerdict({}, 'a', 'v', true);
  expect(one).toEqual({ a: ['v'] });
  expect(withVerdict(one, 'a', 'v', true)).toBe(one);
  expect(withVerdict(one, 'b', 'v', false)).toBe(one);
  const two = withVerdict(withVerdict(one, 'a', 'w', true), 'b', 'v', true);
  expect(two).toEqual({ a: ['v', 'w'], b: ['v'] });
  expect(withVerdict(withVerdict(two, 'b', 'v', false), 'a', 'v', false)).toEqual({ a: ['w'] });
});
