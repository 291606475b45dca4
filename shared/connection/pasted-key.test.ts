import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pastedKey } from './pasted-key.ts';

const KEY = 'sk-Abc123_-.~+/=';

it.each([
  KEY,
  `  ${KEY}\n`,
  `Bearer ${KEY}`,
  `bearer\t${KEY}`,
  `Authorization: Bearer ${KEY}`,
  `"${KEY}"`,
  `'${KEY}',`,
  `“${KEY}”`,
  `\u200b${KEY}\ufeff`,
  `${KEY.slice(0, 5)}\n${KEY.slice(5)}`,
  `RELAY_API_KEY="${KEY}"`,
  `export API_KEY=${KEY};`,
  `api key: ${KEY}`,
  `"Bearer ${KEY}"`,
])('%j holds the key', (text) => expect(pastedKey(text)).toBe(KEY));

it.each(['', '   ', 'Bearer ', '""'])('%j holds none', (text) => expect(pastedKey(text)).toBe(''));

it('what may be a key stays as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^sk-[A-Za-z0-9_.~+/-]{8,40}$/), (key) => {
      expect(pastedKey(key)).toBe(key);
      expect(pastedKey(pastedKey(` "${key}" `))).toBe(key);
    }),
  );
});
