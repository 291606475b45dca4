import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { createResampler, resampledLength } from './resampler.ts';

/** Resamples in pieces of these sizes, repeated in order. */
function resample(input: Float32Array<ArrayBuffer>, fromHz: number, toHz: number, sizes = [4096]): Float32Array {
  const resampler = createResampler(fromHz, toHz, 1);
  const pieces: number[] = [];
  for (let at = 0, turn = 0; at < input.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(...(resampler.push([input.subarray(at, at + size)])[0] ?? []));
    at += size;
  }
  pieces.push(...(resampler.end()[0] ?? []));
  return Float32Array.from(pieces);
}

const sine = (hz: number, rateHz: number, frames: number, phase = 0): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: frames }, (_, i) => Math.sin(2 * Math.PI * hz * (i / rateHz) + phase));
const db = (ratio: number): number => 20 * Math.log10(ratio);
const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** Error of the middle of a sound against the one expected, in dB below full scale. */
function errorDb(found: Float32Array, expected: Float32Array): number {
  const from = Math.round(found.length * 0.25);
  const to = Math.round(found.length * 0.75);
  return db(rms(found.slice(from, to).map((sample, i) => sample - (expected[from + i] ?? 0))));
}

const rate = fc.constantFrom(8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000);

describe('the resampler', () => {
  test('keeps frequency, level and phase of a sine within its band, to 80 dB', () => {
    fc.assert(
      fc.property(
        rate,
        rate,
        fc.double({ min: 0.01, max: 0.89, noNaN: true }),
        fc.nat(6),
        (fromHz, toHz, share, phase) => {
          const hz = (share * Math.min(fromHz, toHz)) / 2;
          const found = resample(sine(hz, fromHz, Math.round(fromHz * 0.1), phase), fromHz, toHz);
          expect(errorDb(found, sine(hz, toHz, found.length, phase))).toBeLessThan(-80);
        },
      ),
      { numRuns: runs(25) },
    );
  });

  test.each([
    [48_000, 24_000, 12_100],
    [44_100, 24_000, 14_000],
    [24_000, 8000, 4001],
    [48_000, 16_000, 20_000],
  ])('from %i to %i Hz removes %i Hz, which would be heard as another tone', (fromHz, toHz, hz) => {
    const found = resample(sine(hz, fromHz, fromHz / 5), fromHz, toHz);
    expect(db(rms(found.slice(found.length * 0.25, found.length * 0.75)))).toBeLessThan(-80);
  });

  test('gives the same samples in pieces of any size, and as many as announced', () => {
    const input = sine(440, 22_050, 1500);
    const whole = resample(input, 22_050, 48_000, [2000]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 }), (sizes) => {
        expect(resample(input, 22_050, 48_000, sizes)).toEqual(whole);
      }),
      { numRuns: runs(10) },
    );
    for (const frames of [0, 1, 2, 100, 101])
      expect(resample(sine(1, 24_000, frames), 24_000, 44_100)).toHaveLength(resampledLength(frames, 24_000, 44_100));
  });

  test('keeps a constant', () => {
    const found = resample(new Float32Array(4000).fill(0.5), 24_000, 44_100);
    expect(found.slice(1000, 5000).every((sample) => Math.abs(sample - 0.5) < 1e-6)).toBe(true);
  });
});
