import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasKey, redactKey, redactKeys, removeKey } from './redact.ts';

const KEY = 'sk-Ab3/xY+z"9-secret-canary';

describe('redactKey', () => {
  it.each([
    ['raw', KEY],
    ['percent-encoded', encodeURIComponent(KEY)],
    ['JSON-escaped', JSON.stringify({ key: KEY })],
    [
      'JSON-escaped for web pages',
      KEY.replace(/\W/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    ],
    ['JSON-escaped for web pages, but for dashes', KEY.replaceAll('+', '\\u002b').replaceAll('"', '\\u0022')],
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

  // attack 26
  it('removes the key at every position', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(redactKey(before + KEY + after, KEY)).not.toContain(KEY);
      }),
    );
  });
});

it('leaves no key in the pool of Node, which is sent along with any part of it', () => {
  const key = 'sk-not-in-the-pool-0123456789';
  redactKey('a text without it', key);
  // A small buffer is a part of the pool.
  expect(Buffer.from(Buffer.from('x').buffer).includes(key)).toBe(false);
});

describe('short keys', () => {
  it.each([
    ['Bearer a', 'Bearer [key removed]'],
    ['{"authorization":"Bearer a"}', '{"authorization":"Bearer [key removed]"}'],
    ['authorization: a', 'authorization: [key removed]'],
    ["'Authorization': 'a', 'b'", "'Authorization': '[key removed]', 'b'"],
  ])('are removed where they stand as a key: %s', (text, clean) => expect(redactKey(text, 'a')).toBe(clean));

  it('leave all other text unchanged', () => {
    expect(redactKey('a key that is a part of a name, authorization failed', 'a')).toBe(
      'a key that is a part of a name, authorization failed',
    );
  });
});

describe('many keys', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz[] '];
  // promise key-never-in-clear
  it('of one character leave a line as long as it is', () => {
    const line = 'the quick brown fox, key removed '.repeat(1000);
    expect(redactKeys(line, letters)).toBe(line);
    expect(redactKeys('Bearer a', letters)).toBe('Bearer [key removed]');
  });

  it('are removed in one pass: the mark of one is not searched for another', () => {
    expect(redactKeys('12345678', ['12345678', 'key remo', 'removed]'])).toBe('[key removed]');
  });

  it('that are very long or many are removed', () => {
    const keys = Array.from({ length: 500 }, (_, i) => `secret-${i}-`.padEnd(i === 0 ? 10_000 : 40, 'x'));
    const clean = redactKeys(keys.join(' '), keys);
    expect(clean.replaceAll('[key removed]', '').trim()).toBe('');
  });
});

describe('in bytes', () => {
  async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (let i = 0; at < text.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      yield Buffer.from(text.slice(at, at + size), 'latin1');
      at += size;
    }
  }
  async function read(chunks: AsyncIterable<Uint8Array>): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const part of chunks) parts.push(part);
    return Buffer.concat(parts).toString('latin1');
  }
  const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
  const key = fc.constantFrom('a', 'ab', KEY.replace('"', '-'), 'aaaaaaaa', 'key removed');
  const words = fc.array(fc.constantFrom('a', 'aaaa', 'Bearer ', 'authorization: ', ' ', '[key', ' removed]', 'é'));

  // attack 26
  it('a key is found and removed wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(key, words, words, sizes, async (secret, before, after, parts) => {
        const text = `${before.join('')} Bearer ${secret} ${after.join('')}`;
        expect(await hasKey(cut(text, parts), secret)).toBe(true);
        const clean = await read(removeKey(cut(text, parts), secret));
        expect(await hasKey(cut(clean, [1000]), secret)).toBe(secret === 'key removed');
        expect(clean.length).toBeLessThan(3 * text.length + 100);
      }),
    );
  });

  it('without the key they stay as they are', async () => {
    await fc.assert(
      fc.asyncProperty(words, sizes, async (text, parts) => {
        const clean = await read(removeKey(cut(text.join(''), parts), 'another-secret'));
        expect(clean).toBe(text.join(''));
      }),
    );
  });
});
