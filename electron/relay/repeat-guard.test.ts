import { expect, it } from 'vitest';
import { createRepeatGuard } from './repeat-guard.ts';

const sound = (length: number, seed: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * i + seed) % 251);
const silence = (length: number): Uint8Array => new Uint8Array(length);

/** What remains of the pieces, by their lengths. */
const lengths = (...pieces: Uint8Array[]): number[] => pieces.map(createRepeatGuard()).map(({ length }) => length);

it('a last piece with all that came before adds nothing, or what is new in it', () => {
  const [one, two, three] = [sound(2000, 1), sound(1500, 2), sound(700, 3)];
  expect(lengths(one, two, Buffer.concat([one, two]))).toEqual([2000, 1500, 0]);
  expect(lengths(one, two, Buffer.concat([one, two, three]))).toEqual([2000, 1500, 700]);
  expect(lengths(one, one)).toEqual([2000, 0]);
});

it('pieces of silence are all kept', () =>
  expect(lengths(...Array.from({ length: 6 }, () => silence(4800)))).toEqual(Array(6).fill(4800)));

it('other pieces of the same length are kept', () =>
  expect(lengths(sound(2000, 1), sound(2000, 2), sound(4000, 1))).toEqual([2000, 2000, 4000]));
