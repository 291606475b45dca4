import { expect, it } from 'vitest';
import { isSeen, withoutHidden } from './hidden-characters.ts';

// attack 55
it.each([
  ['no\u202egnp.exe\u202c', 'nognp.exe'],
  ['\u2067\u061crefused\u2069\u200f', 'refused'],
  ['a\u0000b\u001b[31mc\u007f\u009d', 'ab[31mc'],
  ['soft\u00adhyphen\u200b\u2060\ufeff\u3164\u{e0041}', 'softhyphen'],
  ['line\none\ttab\u2028two', 'line\none\ttab\u2028two'],
  ['👩‍👩‍👧‍👦 ❤️ می‌خواهم 葛󠄀', '👩‍👩‍👧‍👦 ❤️ می‌خواهم 葛󠄀'],
])('%j → %j', (text, expected) => expect(withoutHidden(text)).toBe(expected));

it('a text of joiners and spaces is not seen', () => {
  expect(['\u200d', ' \u200c\ufe0f', ''].some(isSeen)).toBe(false);
  expect(isSeen('字')).toBe(true);
});
