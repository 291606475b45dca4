import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { delayTag, encode, id3Tag, sweep } from '../../../tests/support/sounds.ts';
import { createMp3Splitter } from './mp3-splitter.ts';
import { createOggSplitter } from './ogg-splitter.ts';
import { asOneSound, soundLength } from './one-sound.ts';

let mp3: Uint8Array;
let opus: Uint8Array;
beforeAll(async () => {
  mp3 = await encode(sweep(0.5), 'mp3');
  opus = await encode(sweep(0.5), 'ogg_opus');
});

const joined = (...pieces: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(pieces));
const tagged = () => joined(id3Tag(20), delayTag(mp3, { delayFrames: 576, paddingFrames: 700 }), mp3);
const FRAMES = 23 * 576;
/** What a decoder drops of a tagged file. */
const [DELAY, PADDING] = [576 + 529, 700 - 529];

function packetsOf(kind: 'mp3' | 'ogg_opus', bytes: Uint8Array): Uint8Array {
  const parts = (kind === 'mp3' ? createMp3Splitter() : createOggSplitter())(bytes);
  return joined(...parts.flatMap((part) => (part.type === 'packet' ? [part.bytes] : [])));
}

/** Another serial number, as each encoder run has; players do not need the checksum. */
function withSerial(ogg: Uint8Array, serial: number): Uint8Array {
  const bytes = Buffer.from(ogg);
  for (let at = 0; at >= 0; at = bytes.indexOf('OggS', at + 1)) bytes.writeUInt32LE(serial, at + 14);
  return new Uint8Array(bytes);
}

// SM-32
it.each([
  ['two tagged files', () => joined(tagged(), tagged()), 2 * FRAMES - DELAY - PADDING],
  ['a plain file behind a tagged one', () => joined(tagged(), mp3), 2 * FRAMES - DELAY],
  ['zeros before the tag', () => joined(new Uint8Array(417), tagged()), FRAMES - DELAY - PADDING],
  ['zeros before the frames', () => joined(new Uint8Array(5000), mp3), FRAMES],
  ['bytes of something else between two files', () => joined(mp3, new Uint8Array(99).fill(7), mp3), 2 * FRAMES],
])('mp3 becomes one file with every frame, whose length is known: %s', (_name, make, frames) => {
  const one = asOneSound('mp3', make()) ?? new Uint8Array();
  expect(packetsOf('mp3', one)).toEqual(packetsOf('mp3', make()));
  expect(soundLength('mp3', one)).toEqual({ rateHz: 24_000, frames });
  // It is one file now.
  expect(asOneSound('mp3', one)).toBeUndefined();
});

// SM-33
it('Opus streams that follow each other become one, whatever their serial numbers', () => {
  const single = soundLength('ogg_opus', opus)?.frames ?? 0;
  expect(single).toBe(24_000);
  for (const serials of [
    [1, 1],
    [1, 2],
    [9, 8, 7],
  ]) {
    const chain = joined(...serials.map((serial) => withSerial(opus, serial)));
    const one = asOneSound('ogg_opus', chain) ?? new Uint8Array();
    expect(packetsOf('ogg_opus', one)).toEqual(packetsOf('ogg_opus', chain));
    // What only the ends of the streams between said is heard as silence.
    const { frames = 0 } = soundLength('ogg_opus', one) ?? {};
    expect(frames).toBeGreaterThanOrEqual(serials.length * single);
    expect(frames).toBeLessThan(serials.length * single + serials.length * 1300);
    expect(asOneSound('ogg_opus', one)).toBeUndefined();
  }
});

it('what is one file already, or no sound, is left as it is', () => {
  for (const bytes of [mp3, joined(id3Tag(99), mp3), tagged(), joined(mp3, id3Tag(0)), mp3.subarray(0, 700)])
    expect(asOneSound('mp3', bytes)).toBeUndefined();
  expect(asOneSound('ogg_opus', opus)).toBeUndefined();
  for (const kind of ['mp3', 'ogg_opus'] as const) expect(asOneSound(kind, new Uint8Array(500))).toBeUndefined();
});

it('never throws, whatever is between the files', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(2000), (between, cut) => {
      for (const [kind, bytes] of [
        ['mp3', mp3],
        ['ogg_opus', opus],
      ] as const) {
        const all = joined(between, bytes.subarray(0, -cut), between, bytes);
        const one = asOneSound(kind, all);
        if (one) expect(soundLength(kind, one)?.frames).toBeGreaterThan(0);
      }
    }),
  );
});
