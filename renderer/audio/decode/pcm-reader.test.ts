import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wavHeader } from '../../../shared/speech/wav.ts';
import { cuts, divide } from '../../../tests/support/divide.ts';
import { wavBytes } from '../../../tests/support/sounds.ts';
import {
  createPcmReader,
  createWavReader,
  type PcmFormat,
  type PcmReader,
  type PcmSink,
  toFloats,
} from './pcm-reader.ts';
import { UnplayableStream } from './stream-part.ts';

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
  for (const piece of pieces) reader(piece);
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
        const expected = declared === 'short' && lengths.short > 0 ? samples.subarray(0, lengths.short) : samples;
        expect(format).toMatchObject({ channels: 2, rateHz: 24_000, bitsPerSample: 16 });
        expect(found).toEqual([...expected]);
      }),
    );
  });

  test('that is not wav, or has an unsupported layout, is rejected', () => {
    expect(() => read(createWavReader, [new Uint8Array(100_000)])).toThrow(UnplayableStream);
    const silent = wavHeader(8, { rateHz: 8000, channels: 0, bitsPerSample: 16 });
    expect(() => read(createWavReader, [silent])).toThrow(UnplayableStream);
  });

  test.each([
    [16, false, [0x00, 0x80, 0xff, 0x7f], [-1, 32_767 / 32_768]],
    [8, false, [0, 128, 255], [-1, 0, 127 / 128]],
    [24, false, [0, 0, 0x80, 0, 0, 0x40], [-1, 0.5]],
    [32, false, [0, 0, 0, 0x80, 0, 0, 0, 0x40], [-1, 0.5]],
    [32, true, [0, 0, 0x80, 0x3f, 0, 0, 0, 0xbf], [1, -0.5]],
  ])('of %i bits becomes floats (IEEE: %s)', (bitsPerSample, isFloat, bytes, expected) => {
    const format = { rateHz: 24_000, channels: 1, bitsPerSample, isFloat };
    expect([...toFloats(new Uint8Array(bytes), format)]).toEqual(expected);
  });
});
