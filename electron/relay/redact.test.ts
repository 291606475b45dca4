import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactKey } from './redact.ts';

const KEY = 'sk-Ab3/xY+z"9-secret-canary';

describe('redactKey', () => {
  it.each([
    ['raw', KEY],
    ['percent-encoded', encodeURIComponent(KEY)],
    ['JSON-escaped', JSON.stringify({ key: KEY })],
    ['base64', Buffer.from(KEY).toString('base64')],
    ['base64 inside other text', Buffer.from(`user:${KEY}:x`).toString('base64')],
    ['base64 one byte further', Buffer.from(`u:${KEY}`).toString('base64')],
    ['base64url', Buffer.from(KEY).toString('base64url')],
  ])('removes a key spelled %s', (_name, text) => {
    const clean = redactKey(`before ${text} after`, KEY);
    expect(clean).toContain('[key removed]');
    expect(clean).not.toContain('canary');
    expect(Buffer.from(clean, 'base64').toString()).not.toContain('canary');
  });

  it('removes any bearer token', () => {
    expect(redactKey('Authorization: Bearer some-other-token, x', KEY)).toBe('Authorization: Bearer [key removed], x');
  });

  it('leaves other text unchanged', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/bearer/i.test(text)),
        (text) => {
          expect(redactKey(text, 'a-key-that-is-not-in-there')).toBe(text);
        },
      ),
    );
  });

  it('removes the key at every position', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(redactKey(before + KEY + after, KEY)).not.toContain(KEY);
      }),
    );
  });
});
