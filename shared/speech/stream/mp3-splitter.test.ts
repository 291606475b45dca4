import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { cuts, divide } from '../../../tests/support/divide.ts';
import { delayTag, encode, id3Tag, sweep } from '../../../tests/support/sounds.ts';
import { createMp3Splitter } from './mp3-splitter.ts';
import type { StreamPart } from './stream-part.ts';

let mp3: Uint8Array;
beforeAll(async () => {
  mp3 = await encode(sweep(0.5), 'mp3');
});

function split(bytes: Uint8Array, at: readonly number[] = []): StreamPart[] {
  const push = createMp3Splitter();
  return divide(bytes, at).flatMap((piece) => push(piece));
}

const packets = (parts: readonly StreamPart[]) => parts.filter((part) => part.type === 'packet');
const joined = (...pieces: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(pieces));

describe('the mp3 splitter', () => {
  test('returns every byte of a plain stream once, in frames', () => {
    const parts = split(mp3);
    expect(parts[0]).toEqual({ type: 'begin', codec: 'mp3', rateHz: 24_000, channels: 1, gain: 1 });
    expect(joined(...packets(parts).map(({ bytes }) => bytes))).toEqual(mp3);
    expect(packets(parts).every(({ frames }) => frames === 576)).toBe(true);
  });

  test('does not depend on how the bytes are divided, whatever surrounds the frames', () => {
    const surroundings = fc.constantFrom(new Uint8Array(0), id3Tag(300), new Uint8Array(37).fill(7), id3Tag(0));
    fc.assert(
      fc.property(surroundings, surroundings, cuts, (before, between, at) => {
        const bytes = joined(before, mp3, between, mp3);
        expect(split(bytes, at)).toEqual(split(bytes));
        expect(packets(split(bytes, at)).length).toBe(2 * packets(split(mp3)).length);
      }),
    );
  });

  test('never throws on arbitrary bytes of one sample rate, and finds the stream after them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), cuts, (garbage, at) => {
        const safe = garbage.map((byte) => (byte === 0xff || byte === 0x49 ? 0 : byte));
        expect(packets(split(joined(safe, mp3), at)).length).toBe(packets(split(mp3)).length);
      }),
    );
  });

  test('skips contents of an ID3 tag that look like frames', () => {
    expect(split(joined(id3Tag(5000), mp3))).toEqual(split(mp3));
  });

  test('turns delay and padding into ranges to drop', () => {
    const tag = delayTag(mp3, { delayFrames: 576, paddingFrames: 800 });
    const [begin, delay, padding, ...rest] = split(joined(tag, mp3), [5, 30]);
    const total = 576 * packets(split(mp3)).length;
    expect(begin?.type).toBe('begin');
    expect(delay).toEqual({ type: 'drop', fromFrame: 0, toFrame: 576 + 529 });
    expect(padding).toEqual({ type: 'drop', fromFrame: total - (800 - 529), toFrame: total });
    expect(packets(rest)).toEqual(packets(split(mp3)));
  });

  test('holds back an incomplete frame', () => {
    expect(packets(split(mp3.subarray(0, -1))).length).toBe(packets(split(mp3)).length - 1);
  });
});
