import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { riffChunk } from '../../../../electron/provenance/mark/riff.ts';
import { UnplayableStream } from '../../../../shared/speech/stream/stream-part.ts';
import { wavHeader } from '../../../../shared/speech/wav.ts';
import { isMoreSound } from '../../../../shared/speech/wav-rest.ts';
import { cuts, divide } from '../../../../tests/support/divide.ts';
import { pcmBytes, sweep, wavBytes } from '../../../../tests/support/sounds.ts';
import {
  createPcmReader,
  createWavReader,
  type PcmFormat,
  type PcmReader,
  type PcmSink,
  toFloats,
} from './pcm-reader.ts';

const STEREO = { rateHz: 24_000, channels: 2, bitsPerSample: 16 };
const anyBytes = fc.uint8Array({ maxLength: 5000 });

function read(
  make: (sink: PcmSink) => PcmReader,
  pieces: readonly Uint8Array[],
): { bytes: number[]; format?: PcmFormat } {
  const bytes: number[] = [];
  const found: { bytes: number[]; format?: PcmFormat } = { bytes };
  const reader = make({
    begin: (format) => {
      found.format = format;
    },
    data: (piece) => bytes.push(...piece),
  });
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return found;
}

describe('PCM', () => {
  test('is returned in whole samples; an odd last byte is kept', () => {
    fc.assert(
      fc.property(anyBytes, cuts, (bytes, at) => {
        const { bytes: found } = read((sink) => createPcmReader(24_000, sink), divide(bytes, at));
        expect(found).toEqual([...bytes.subarray(0, bytes.length - (bytes.length % 2))]);
      }),
    );
  });

  test('in wav is returned without the header and later chunks, whatever length is declared', () => {
    fc.assert(
      fc.property(anyBytes, cuts, fc.constantFrom('true', 'none', 'unknown', 'short'), (bytes, at, declared) => {
        const samples = bytes.subarray(0, bytes.length - (bytes.length % 4));
        const lengths = { true: samples.length, none: 0, unknown: 0xffff_ffff, short: (samples.length >> 3) << 2 };
        const { bytes: found, format } = read(createWavReader, divide(wavBytes(samples, lengths[declared], 2), at));
        const isShort = declared === 'short' && lengths.short > 0;
        const isMore = isMoreSound(samples.subarray(lengths.short), { formatTag: 1, layout: STEREO });
        const expected = isShort && !isMore ? samples.subarray(0, lengths.short) : samples;
        expect(format).toMatchObject({ channels: 2, rateHz: 24_000, bitsPerSample: 16 });
        expect(found).toEqual([...expected]);
      }),
    );
  });

  test('goes on behind a header that counts only the first piece; a chunk, a page or padding does not', () => {
    const pcm = pcmBytes(sweep(0.2));
    const rests = {
      sound: pcm,
      chunk: riffChunk('LIST', Buffer.alloc(300, 1)),
      page: Buffer.from('<!doctype html>'.repeat(20)),
      padding: Buffer.alloc(100),
    };
    for (const [name, rest] of Object.entries(rests))
      for (const at of [[], [50], [1, 44, 200, 5000]]) {
        const bytes = new Uint8Array(Buffer.concat([wavBytes(pcm), rest]));
        const expected = name === 'sound' ? [...pcm, ...pcm] : [...pcm];
        expect(read(createWavReader, divide(bytes, at)).bytes, name).toEqual(expected);
      }
  });

  test('in joined wav files is returned as one sound, however they are divided', () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, cuts, fc.constantFrom('true', 'none', 'unknown'), (one, other, at, declared) => {
        const [first, second] = [one, other].map((bytes) => bytes.subarray(0, bytes.length & ~3)) as [
          Uint8Array,
          Uint8Array,
        ];
        const lengthOf = (bytes: Uint8Array) => ({ true: bytes.length, none: 0, unknown: 0xffff_ffff })[declared];
        const files = [first, second, first].map((bytes) => wavBytes(bytes, lengthOf(bytes), 2));
        const { bytes: found } = read(createWavReader, divide(new Uint8Array(Buffer.concat(files)), at));
        expect(found).toEqual([...first, ...second, ...first]);
      }),
    );
  });

  test('of another layout behind the first file is not played as noise', () => {
    const [one, other] = [8000, 24_000].map((rateHz) => wavHeader(4, { rateHz, channels: 1, bitsPerSample: 16 }));
    const samples = new Uint8Array([1, 2, 3, 4]);
    const joined = Buffer.concat([one, samples, other, samples] as Uint8Array[]);
    expect(() => read(createWavReader, [joined])).toThrow(UnplayableStream);
  });

  test('that is compressed in a wav file is not played as noise', () => {
    for (const tag of [2, 0x11, 0x55]) {
      const file = wavHeader(8, { rateHz: 8000, channels: 1, bitsPerSample: 8 }, tag);
      expect(() => read(createWavReader, [file])).toThrow(UnplayableStream);
    }
  });

  test('that is not wav, or has an unsupported layout, is rejected', () => {
    expect(() => read(createWavReader, [new Uint8Array(100_000)])).toThrow(UnplayableStream);
    const silent = wavHeader(8, { rateHz: 8000, channels: 0, bitsPerSample: 16 });
    expect(() => read(createWavReader, [silent])).toThrow(UnplayableStream);
  });

  test.each([
    [16, 'integer', [0x00, 0x80, 0xff, 0x7f], [-1, 32_767 / 32_768]],
    [8, 'integer', [0, 128, 255], [-1, 0, 127 / 128]],
    [24, 'integer', [0, 0, 0x80, 0, 0, 0x40], [-1, 0.5]],
    [32, 'integer', [0, 0, 0, 0x80, 0, 0, 0, 0x40], [-1, 0.5]],
    [32, 'float', [0, 0, 0x80, 0x3f, 0, 0, 0, 0xbf], [1, -0.5]],
    [8, 'muLaw', [0xff, 0x7f, 0x80, 0x00], [0, -0, 32_124 / 32_768, -32_124 / 32_768]],
    [8, 'aLaw', [0xd5, 0x55, 0xaa, 0x2a], [8 / 32_768, -8 / 32_768, 32_256 / 32_768, -32_256 / 32_768]],
  ] as const)('of %i bits becomes floats (%s)', (bitsPerSample, coding, bytes, expected) => {
    const format = { rateHz: 24_000, channels: 1, bitsPerSample, coding };
    expect([...toFloats(new Uint8Array(bytes), format)]).toEqual(expected);
  });
});
