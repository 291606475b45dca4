import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wavHeader } from '../../shared/speech/wav.ts';
import { gatherPcm, gatherWav, type PeakGatherer, peaksOfSamples, SAMPLES_PER_PEAK, toColumns } from './peaks.ts';

const pcmBytes = fc.uint8Array({ minLength: 0, maxLength: 5000 });
const cuts = fc.array(fc.nat({ max: 5000 }), { maxLength: 12 });

function pushInPieces(gatherer: PeakGatherer, bytes: Uint8Array, at: readonly number[]): void {
  const edges = [...new Set([0, ...at.filter((cut) => cut < bytes.length), bytes.length])].sort((a, b) => a - b);
  for (let i = 1; i < edges.length; i++) gatherer.push(bytes.slice(edges[i - 1], edges[i]));
}

function wavOf(samples: Uint8Array, declaredBytes: number): Uint8Array {
  const header = wavHeader(declaredBytes, { rateHz: 24_000, channels: 1, bitsPerSample: 16 });
  const file = new Uint8Array(header.length + samples.length);
  file.set(header);
  file.set(samples, header.length);
  return file;
}

describe('gatherPcm', () => {
  test('does not depend on how the bytes are divided', () => {
    fc.assert(
      fc.property(pcmBytes, cuts, (bytes, at) => {
        const whole = gatherPcm();
        whole.push(bytes);
        const pieces = gatherPcm();
        pushInPieces(pieces, bytes, at);
        expect(pieces.peaks()).toEqual(whole.peaks());
      }),
    );
  });

  test('has one peak per stretch and a last one for the rest', () => {
    const gatherer = gatherPcm();
    gatherer.push(new Uint8Array(2 * SAMPLES_PER_PEAK + 2));
    expect(gatherer.peaks()?.length).toBe(2);
  });

  test('reads little-endian signed samples', () => {
    const gatherer = gatherPcm();
    gatherer.push(new Uint8Array([0x00, 0x80, 0xff, 0x7f]));
    expect([...(gatherer.peaks()?.values ?? [])]).toEqual([-127, 127]);
  });
});

describe('gatherWav', () => {
  test('does not depend on how the file is divided, nor on an unknown length', () => {
    fc.assert(
      fc.property(pcmBytes, cuts, fc.constantFrom(undefined, 0, 0xffff_ffff), (bytes, at, length) => {
        const expected = gatherPcm();
        expected.push(bytes);
        const gatherer = gatherWav();
        pushInPieces(gatherer, wavOf(bytes, length ?? bytes.length), at);
        expect(gatherer.peaks()).toEqual(expected.peaks());
      }),
    );
  });

  test('leaves out what follows the samples', () => {
    const gatherer = gatherWav();
    gatherer.push(wavOf(new Uint8Array([1, 0, 2, 0, 0xff, 0x7f]), 4));
    expect(gatherer.peaks()?.values[1]).toBe(0);
  });

  test('says so when the bytes are no wav', () => {
    const gatherer = gatherWav();
    gatherer.push(new Uint8Array(100_000));
    expect(gatherer.peaks()).toBeUndefined();
  });
});

describe('toColumns', () => {
  test('keeps the loudest value and stays between 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ min: -1, max: 1, noNaN: true, maxLength: 3000 }),
        fc.integer({ min: 1, max: 400 }),
        (samples, columns) => {
          const peaks = peaksOfSamples(samples);
          const bars = toColumns(peaks, columns);
          expect(bars.length).toBe(columns);
          expect(bars.every((bar) => bar >= 0 && bar <= 1)).toBe(true);
          const loudest = Math.max(0, ...peaks.values.map(Math.abs)) / 127;
          expect(Math.max(...bars)).toBeCloseTo(peaks.length <= columns || columns > 0 ? loudest : 0, 5);
        },
      ),
    );
  });
});
