import { expect, test } from 'vitest';
import { REMEMBERED_LIMITS } from '../../shared/contract/settings.ts';
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

test('a connection that is named like a property of all objects has no voices', () => {
  for (const id of ['constructor', 'toString']) {
    expect(withVerdict({}, id, 'v', false)).toEqual({});
    expect(withVerdict({}, id, 'v', true)).toEqual({ [id]: ['v'] });
  }
});

test('no more voices are listed than the settings may have', () => {
  const full = { a: Array.from({ length: REMEMBERED_LIMITS.refusedVoices }, (_, at) => `v${at}`) };
  expect(withVerdict(full, 'a', 'new', true).a).toEqual([...full.a.slice(1), 'new']);
});
