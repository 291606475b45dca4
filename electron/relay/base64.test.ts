import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { base64Length, createBase64Decoder, decodeBase64, encodeFile, isBase64 } from './base64.ts';

/** Base64 of bytes in one of the variants that relays use. */
const spelled = fc
  .tuple(
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom('base64', 'base64url'),
    fc.constantFrom('', 'data:image/png;base64,', ' data:;base64,', 'data:image/png;base64, '),
    fc.nat(40),
  )
  .map(([bytes, alphabet, prefix, lineLength]) => {
    const text = Buffer.from(bytes).toString(alphabet as 'base64');
    const wrapped = lineLength > 0 ? text.replace(new RegExp(`.{${lineLength}}`, 'g'), '$&\r\n') : text;
    return { bytes, text: prefix + wrapped };
  });

describe('createBase64Decoder', () => {
  // attack 33
  it('decodes every variant to the same bytes, however the text is split', () => {
    fc.assert(
      fc.property(spelled, fc.array(fc.nat(300), { maxLength: 10 }), ({ bytes, text }, cuts) => {
        const decoder = createBase64Decoder();
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, i) => decoder.push(text.slice(places[i], end)));
        expect(Buffer.concat([...pieces, decoder.end()])).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('a comma without a prefix before it is skipped like any foreign character', () =>
    expect(Buffer.from(decodeBase64('aGVs,bG8=')).toString()).toBe('hello'));
});

// attack 33
describe('base64 that went through a form', () => {
  const bytes = Uint8Array.from({ length: 6000 }, (_, i) => (i * i * 31 + (i >> 3) * 7) % 256);
  const base64 = Buffer.from(bytes).toString('base64');
  const lines = (separator: string) => base64.replace(/.{76}/g, `$&${separator}`);
  it.each([
    ['blanks in place of plus', base64.replaceAll('+', ' ')],
    ['percent-encoded', encodeURIComponent(base64)],
    ['percent-encoded in small letters', encodeURIComponent(base64).replace(/%../g, (raw) => raw.toLowerCase())],
    ['percent-encoded, with the prefix', `data:image/png;base64,${encodeURIComponent(base64)}`],
    ['a blank after the comma', `data:image/png;base64, ${base64}`],
    ['blanks in place of plus, in lines', base64.replaceAll('+', ' ').replace(/.{76}/g, '$&\n')],
    ['in lines that blanks divide', lines(' ')],
    ['in lines that are indented', lines('\r\n  ')],
    ['url-safe, in lines that blanks divide', Buffer.from(bytes).toString('base64url').replace(/.{64}/g, '$& ')],
    ['encoded line breaks', lines('%0D%0A')],
  ])('is read: %s', (_name, text) => {
    expect(isBase64(text)).toBe(true);
    expect(Buffer.compare(decodeBase64(text), bytes)).toBe(0);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
        const decoder = createBase64Decoder();
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, i) => decoder.push(text.slice(places[i], end)));
        expect(Buffer.compare(Buffer.concat([...pieces, decoder.end()]), bytes)).toBe(0);
      }),
    );
  });
  it('a short text has the only length that is possible', () => {
    for (const size of [20, 21, 22, 200])
      for (const part of [bytes.subarray(0, size), bytes.subarray(size, 2 * size)]) {
        const text = Buffer.from(part).toString('base64');
        // A last blank is layout.
        if (text.endsWith('+')) continue;
        expect([...decodeBase64(text.replaceAll('+', ' '))]).toEqual([...part]);
      }
    expect(Buffer.from(decodeBase64('aGVs bG8h')).toString()).toBe('hello!');
  });
});

describe('isBase64', () => {
  it.each([
    ['aGVsbG8=', true],
    ['data:audio/mpeg;base64,SUQz', true],
    ['a-_b', true],
    ['', false],
    ['voice does not exist!', false],
    ['音色不存在', false],
    ['{"a":1}', false],
  ])('%s: %s', (text, is) => expect(isBase64(text)).toBe(is));
});

it('a file is encoded unchanged, in the computed length', async () => {
  const file = path.join(await tempFolder(), 'bytes');
  for (const size of [0, 1, 2, 3, 200_001, 400_000]) {
    const bytes = Buffer.from(Array.from({ length: size }, (_, i) => (i * 7) % 256));
    await writeFile(file, bytes);
    const chunks: Uint8Array[] = [];
    for await (const chunk of encodeFile(file)) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    expect(text).toBe(bytes.toString('base64'));
    expect(text.length).toBe(base64Length(size));
  }
});
