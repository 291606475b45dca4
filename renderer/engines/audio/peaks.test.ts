import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cuts, divide } from '../../../tests/support/divide.ts';
import { pcmBytes, wavBytes } from '../../../tests/support/sounds.ts';
import { createPeakGatherer, createPeakList, type Peaks, SAMPLES_PER_PEAK, toColumns } from './peaks.ts';
import { createWavPeaksReader } from './wav-peaks.ts';

const someSamples = fc.float32Array({ min: -1, max: Math.fround(0.999), noNaN: true, maxLength: 3000 });

function peaksOfSamples(...pieces: Float32Array[]): Peaks {
  const list = createPeakList();
  const gatherer = createPeakGatherer(list.put);
  for (const piece of pieces) gatherer.add(piece);
  gatherer.end();
  return list.peaks();
}

describe('the gatherer', () => {
  test('finds the extremes of each stretch; the last one may be short', () => {
    fc.assert(
      fc.property(someSamples, fc.nat(3000), (samples, cut) => {
        const peaks = peaksOfSamples(samples.slice(0, cut), samples.slice(cut));
        const stretches = Array.from({ length: Math.ceil(samples.length / SAMPLES_PER_PEAK) }, (_none, i) =>
          samples.subarray(i * SAMPLES_PER_PEAK, (i + 1) * SAMPLES_PER_PEAK),
        );
        const expected = stretches.flatMap((stretch) => [
          Math.max(-127, Math.round(Math.min(...stretch) * 127)),
          Math.min(127, Math.round(Math.max(...stretch) * 127)),
        ]);
        expect([...peaks.values].map((value) => value + 0)).toEqual(expected.map((value) => value + 0));
      }),
    );
  });

  test('finds the same extremes in wav bytes, however they are divided', () => {
    fc.assert(
      fc.property(someSamples, cuts, (samples, at) => {
        const pcm = pcmBytes(samples);
        const list = createPeakList();
        const gatherer = createPeakGatherer(list.put);
        const read = createWavPeaksReader(gatherer);
        for (const piece of divide(wavBytes(pcm, 0), at)) read.push(piece);
        read.end();
        gatherer.end();
        const exact = Float32Array.from(new Int16Array(pcm.buffer), (sample) => sample / 32_768);
        expect(list.peaks()).toEqual(peaksOfSamples(exact));
      }),
    );
  });
});

describe('toColumns', () => {
  test('keeps the loudest value and stays between 0 and 1', () => {
    fc.assert(
      fc.property(someSamples, fc.integer({ min: 1, max: 400 }), (samples, columns) => {
        const peaks = peaksOfSamples(samples);
        const bars = toColumns(peaks, columns);
        expect(bars.length).toBe(columns);
        expect(bars.every((bar) => bar >= 0 && bar <= 1)).toBe(true);
        expect(Math.max(...bars)).toBeCloseTo(Math.max(0, ...peaks.values.map(Math.abs)) / 127, 5);
      }),
    );
  });

  test('shows a part as the same part of the whole', () => {
    const peaks = peaksOfSamples(Float32Array.from({ length: 64 * SAMPLES_PER_PEAK }, (_none, i) => i / 16_384));
    expect([...toColumns(peaks, 8, 16, 32)]).toEqual([...toColumns(peaks, 32).slice(8, 16)]);
  });
});
