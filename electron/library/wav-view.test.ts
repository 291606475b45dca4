import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_FACTS } from '../../shared/speech/formats.ts';
import { wavHeader } from '../../shared/speech/wav.ts';
import { LINEAR_BUILDERS, LINEAR_KINDS, swapped } from '../../tests/support/other-sounds.ts';
import { runs } from '../../tests/support/runs.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openCopy } from './save-copy.ts';
import { readWavView, viewAsWav } from './wav-view.ts';

const samplesOf = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 7) % 253);

/** Stores bytes, and returns what the player gets: all of it, or the bytes from `start` to `end`. */
async function stored(bytes: Uint8Array, extension: string, pcmRateHz: number | null = null) {
  const file = path.join(await tempFolder(), `sound.${extension}`);
  await writeFile(file, bytes);
  const view = await viewAsWav({ path: file, extension, pcmRateHz }, bytes.length);
  const read = async (start: number, end: number) => {
    const pieces: Uint8Array[] = [];
    if (view) for await (const piece of readWavView(view, start, end)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const media = { path: file, extension, pcmRateHz, mediaId: 'ab', mime: '', sizeBytes: bytes.length };
  return { view, read, media, whole: () => read(0, view?.sizeBytes ?? 0) };
}

describe('samples in another container are served as wav', () => {
  it.each(LINEAR_KINDS)('%s: of every width, in every range', async (kind) => {
    for (const bitsPerSample of [16, 24, 32]) {
      const layout = { rateHz: 22_050, channels: 2, bitsPerSample };
      const samples = samplesOf((bitsPerSample / 4) * 501, bitsPerSample);
      const { whole, read } = await stored(LINEAR_BUILDERS[kind](samples, layout), KIND_FACTS[kind].extension);
      const wav = Buffer.concat([wavHeader(samples.length, layout), samples]);
      expect(await whole()).toEqual(wav);
      await fc.assert(
        fc.asyncProperty(fc.nat(wav.length), fc.nat(wav.length), async (one, other) => {
          const [start, end] = [Math.min(one, other), Math.max(one, other)];
          expect(await read(start, end)).toEqual(wav.subarray(start, end));
        }),
        { numRuns: runs(30) },
      );
    }
  });

  it('a file longer than a block of the disk, of three bytes a sample', async () => {
    const layout = { rateHz: 48_000, channels: 1, bitsPerSample: 24 };
    const samples = samplesOf(300_000, 1);
    const { whole } = await stored(LINEAR_BUILDERS.aiff(samples, layout), 'aiff');
    expect((await whole()).subarray(44).equals(samples)).toBe(true);
  });

  it('raw pcm of the other byte order', async () => {
    const samples = samplesOf(1000, 2);
    const { whole } = await stored(swapped(samples, 2), 'l16', 16_000);
    const layout = { rateHz: 16_000, channels: 1, bitsPerSample: 16 };
    expect(await whole()).toEqual(Buffer.concat([wavHeader(1000, layout), samples]));
  });

  // SM-34
  it('raw pcm of two channels, in either byte order', async () => {
    const samples = samplesOf(1000, 2);
    const layout = { rateHz: 24_000, channels: 2, bitsPerSample: 16 };
    const wav = Buffer.concat([wavHeader(1000, layout), samples]);
    for (const [kind, bytes] of [
      ['pcm_stereo', samples],
      ['pcm_be_stereo', swapped(samples, 2)],
    ] as const)
      expect(await (await stored(bytes, KIND_FACTS[kind].extension, 24_000)).whole()).toEqual(wav);
    const { media } = await stored(samples.subarray(0, 999), KIND_FACTS.pcm_stereo.extension, 24_000);
    expect((await buffer((await openCopy(media, 'wav')).bytes)).subarray(44)).toEqual(
      Buffer.from(samples.subarray(0, 999)),
    );
  });

  it('what is compressed, or no sound at all, is served as it is', async () => {
    const adpcm = wavHeader(100, { rateHz: 8000, channels: 1, bitsPerSample: 4 }, 2);
    for (const bytes of [adpcm, Buffer.from('RIFF'), Buffer.alloc(0)])
      expect((await stored(bytes, 'wav')).view).toBeUndefined();
    expect((await stored(Buffer.from('ID3'), 'mp3')).view).toBeUndefined();
  });
});

// SM-20
describe('joined wav files are served and saved as one', () => {
  const LAYOUT = { rateHz: 24_000, channels: 1, bitsPerSample: 16 };
  const [one, two] = [samplesOf(3000, 3), samplesOf(1_200_000, 4)];
  const file = (samples: Uint8Array, declared = samples.length, layout = LAYOUT) =>
    Buffer.concat([wavHeader(declared, layout), samples]);

  it.each([
    ['with true lengths', (bytes: Uint8Array) => file(bytes)],
    ['with unknown lengths', (bytes: Uint8Array) => file(bytes, 0xffff_ffff)],
    [
      'with a chunk after the samples',
      (bytes: Uint8Array) => Buffer.concat([file(bytes), Buffer.from('LIST\x02\0\0\0ab')]),
    ],
  ])('%s', async (_name, make) => {
    const { whole, media } = await stored(Buffer.concat([one, two, one].map(make)), 'wav');
    const samples = Buffer.concat([one, two, one]);
    const expected = Buffer.concat([wavHeader(samples.length, LAYOUT), samples]);
    expect((await whole()).equals(expected)).toBe(true);
    expect((await buffer((await openCopy(media, 'wav')).bytes)).equals(expected)).toBe(true);
  });

  it('one file alone is served as received, and so are its bytes', async () => {
    expect((await stored(file(one), 'wav')).view).toBeUndefined();
  });

  it('what follows at another rate is left out', async () => {
    const other = file(two, two.length, { ...LAYOUT, rateHz: 8000 });
    const { whole } = await stored(Buffer.concat([file(one), file(one), other]), 'wav');
    expect((await whole()).length).toBe(44 + 6000);
  });
});
