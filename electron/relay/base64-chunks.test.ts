import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChunkDecoder } from './base64-chunks.ts';

/** Bytes without long patterns: those of any compressed audio. */
const noise = (length: number, seed: number): Buffer => {
  let state = seed + 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    }),
  );
};

function decode(texts: readonly string[]): Buffer {
  const decoder = createChunkDecoder();
  return Buffer.concat([...texts.map((text) => decoder.push(text)), decoder.end()]);
}

const parts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 });
const alphabet = fc.constantFrom<'base64' | 'base64url' | 'hex'>('base64', 'base64url', 'hex');

it('parts that are encoded separately, with padding or without, in either alphabet or as hex', () => {
  fc.assert(
    fc.property(parts, alphabet, fc.nat(1000), (lengths, encoding, seed) => {
      const chunks = lengths.map((length, i) => noise(encoding === 'hex' ? length + 16 : length, seed + i));
      expect(decode(chunks.map((chunk) => chunk.toString(encoding)))).toEqual(Buffer.concat(chunks));
    }),
  );
});

it('one text that was cut into parts of the same length', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 5000 }),
      fc.integer({ min: 33, max: 600 }),
      fc.nat(1000),
      (length, step, seed) => {
        const bytes = noise(length, seed);
        const texts = bytes.toString('base64').match(new RegExp(`.{1,${step}}`, 'g')) ?? [];
        expect(decode(texts)).toEqual(bytes);
      },
    ),
  );
});

it('silence, whose base64 consists of letters only, is no hex', () =>
  expect(decode(['AAAA'.repeat(100), 'AAAA'.repeat(10)])).toEqual(Buffer.alloc(330)));
