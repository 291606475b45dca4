import { describe, expect, it } from 'vitest';
import { JSON_LIMITS, type JsonKind, parseBounded } from './bounded-json.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe.each(Object.entries(JSON_LIMITS).map(([kind, limits]) => ({ kind: kind as JsonKind, ...limits })))(
  '$kind',
  ({ kind, maxBytes, maxDepth, maxParts, maxValues }) => {
    it.each<[string, string, string | undefined]>([
      ['as deep as allowed', '['.repeat(maxDepth) + ']'.repeat(maxDepth), undefined],
      ['too deep', '['.repeat(maxDepth + 1) + ']'.repeat(maxDepth + 1), 'tooDeep'],
      ['brackets in strings', JSON.stringify(['[{'.repeat(maxDepth), '\\"[[['.repeat(maxDepth)]), undefined],
      ['too many numbers', `[${'0,'.repeat(maxValues)}0]`, 'tooMany'],
      ['too many objects', `[${'{},'.repeat(maxParts)}0]`, 'tooMany'],
      ['too many strings', `[${'"",'.repeat(maxParts)}0]`, 'tooMany'],
      ['an ordinary one', '{"a":[1,true,null,"\\u00fc"]}', undefined],
    ])('%s', (_name, text, problem) => {
      if (text.length > maxBytes) return;
      for (const source of [text, bytes(text)]) {
        const parsed = parseBounded(source, kind);
        expect(parsed.ok ? undefined : parsed.error).toBe(problem);
      }
    });
  },
);

// attack 33
it('judges bytes and characters, not only their number', () => {
  expect(parseBounded(new Uint8Array(JSON_LIMITS.quota.maxBytes + 1), 'quota')).toEqual({
    ok: false,
    error: 'tooLarge',
  });
  expect(parseBounded(' '.repeat(JSON_LIMITS.quota.maxBytes + 1), 'quota')).toEqual({ ok: false, error: 'tooLarge' });
});

it.each([
  ['a byte order mark', '\uFEFF[1]', [1]],
  ['quotes after backslashes', '["\\\\","\\"","\\\\\\""]', ['\\', '"', '\\"']],
])('reads %s', (_name, text, data) => {
  expect(parseBounded(text, 'reply')).toEqual({ ok: true, data });
  expect(parseBounded(bytes(text), 'reply')).toEqual({ ok: true, data });
});

it.each(['', '"', '{', 'NaN', '[1,]', '"\\', ']'.repeat(1000), '}'])('what is no JSON is an error: %s', (text) => {
  expect(parseBounded(text, 'reply')).toEqual({ ok: false, error: 'invalid' });
});
