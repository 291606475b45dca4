import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const LINE = '早上好 café';

it('reads any UTF-8 text unchanged except its line ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.startsWith('\ufeff'));
      expect(decodeText(new TextEncoder().encode(text))).toBe(text.replace(/\r\n?/g, '\n'));
    }),
  );
});

it('reads the encodings of other editors', () => {
  expect(decodeText(Buffer.from(`\ufeff${LINE}\r\n`, 'utf8'))).toBe(`${LINE}\n`);
  expect(decodeText(Buffer.from(`\ufeff${LINE}`, 'utf16le'))).toBe(LINE);
  expect(decodeText(Buffer.from(`\ufeff${LINE}`, 'utf16le').swap16())).toBe(LINE);
  expect(decodeText(Uint8Array.of(0xd4, 0xe7, 0xc9, 0xcf, 0xba, 0xc3))).toBe('早上好');
});

it('accepts any bytes', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof decodeText(bytes) === 'string'));
});
