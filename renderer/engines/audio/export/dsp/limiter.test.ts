import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { createLimiter } from './limiter.ts';
import { createPeakMeter, toDecibels } from './true-peak.ts';

const RATE_HZ = 48_000;

function limited(input: Float32Array<ArrayBuffer>, ceiling: number, size = 1000): Float32Array<ArrayBuffer> {
  const limiter = createLimiter(RATE_HZ, 1, ceiling);
  const pieces: number[] = [];
  for (let at = 0; at < input.length; at += size)
    pieces.push(...(limiter.push([input.subarray(at, at + size)])[0] ?? []));
  pieces.push(...(limiter.end()[0] ?? []));
  return Float32Array.from(pieces);
}

function truePeak(samples: Float32Array): number {
  const meter = createPeakMeter();
  meter.add([samples]);
  return toDecibels(meter.peak());
}

const noise = (frames: number, loudest: number, seed: number): Float32Array<ArrayBuffer> => {
  let state = seed;
  return Float32Array.from({ length: frames }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    // Bursts, as in speech.
    return (state / 2 ** 31) * loudest * Math.max(0, Math.sin(i / 700)) ** 4;
  });
};

describe('the limiter', () => {
  test('keeps the true peak below its ceiling, whatever the sound', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.double({ min: 0.5, max: 4, noNaN: true }),
        fc.integer({ min: 1, max: 3000 }),
        (seed, loudest, size) => {
          const found = limited(noise(9000, loudest, seed), 0.5, size);
          expect(found).toHaveLength(9000);
          expect(truePeak(found)).toBeLessThan(toDecibels(0.5) + 0.1);
        },
      ),
      { numRuns: runs(25) },
    );
  });

  test('passes what is below the ceiling bit for bit, also after it has limited', () => {
    const quiet = noise(5000, 0.4, 1);
    expect(limited(quiet, 0.9, 77)).toEqual(quiet);
    const input = new Float32Array(RATE_HZ * 3);
    input[100] = 1.5;
    input.set(quiet, RATE_HZ * 2.5);
    expect(limited(input, 0.9).slice(RATE_HZ * 2.5)).toEqual(input.slice(RATE_HZ * 2.5));
  });

  test('turns down smoothly: a loud burst does not bend the tone before it', () => {
    const tone = Float32Array.from(
      { length: 9600 },
      (_, i) => (i < 4800 ? 0.2 : 1.6) * Math.sin((2 * Math.PI * 500 * i) / RATE_HZ),
    );
    const found = limited(tone, 0.8);
    const gains = found
      .map((sample, i) => (Math.abs(tone[i] ?? 0) < 0.05 ? 1 : sample / (tone[i] ?? 1)))
      .slice(4500, 4800);
    for (const [i, gain] of gains.entries()) if (i > 0) expect(Math.abs(gain - (gains[i - 1] ?? 1))).toBeLessThan(0.6);
    expect(found[4000]).toBe(tone[4000]);
  });
});

describe('true peak (EBU Tech 3341, cases 15 to 19)', () => {
  /** Begins and ends softly: a sine that is cut off is higher than itself between the samples. */
  const at = (divisor: number, amplitude: number, degrees: number): Float32Array =>
    Float32Array.from(
      { length: 9600 },
      (_, i) =>
        Math.min(1, i / 2000, (9599 - i) / 2000) *
        amplitude *
        Math.sin((2 * Math.PI * i) / divisor + (degrees * Math.PI) / 180),
    );
  test.each([
    [4, 0.5, 0, -6],
    [4, 0.5, 45, -6],
    [6, 0.5, 60, -6],
    [8, 0.5, 67.5, -6],
    [4, 1.41, 45, 3],
  ])('a sine of 1/%i of the rate, amplitude %d, %d degrees: %d dBTP', (divisor, amplitude, degrees, expected) => {
    const found = truePeak(at(divisor, amplitude, degrees));
    expect(found).toBeLessThan(expected + 0.2);
    expect(found).toBeGreaterThan(expected - 0.4);
  });

  test('is the largest of all values between samples, though few are computed', () => {
    // The same windowed sinc, at each quarter of each sample.
    const windowed = (x: number): number =>
      x === 0
        ? 1
        : Math.abs(x) >= 6
          ? 0
          : (Math.sin(Math.PI * x) / (Math.PI * x)) * (0.5 + 0.5 * Math.cos((Math.PI * x) / 6));
    const valueAt = (samples: readonly number[], at: number): number => {
      const weights = samples.map((_, i) => windowed(i - at));
      const all = Array.from({ length: 40 }, (_, i) => windowed(i - 20 - (at % 1))).reduce(
        (sum, weight) => sum + weight,
        0,
      );
      return Math.abs(samples.reduce((sum, sample, i) => sum + sample * (weights[i] ?? 0), 0) / all);
    };
    const sample = fc.oneof(fc.constant(0), fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(-1, 1));
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 60 }), (written) => {
        const samples = [...Float32Array.from(written)];
        const values = Array.from({ length: 4 * samples.length + 32 }, (_, i) => valueAt(samples, i / 4 - 4));
        expect(10 ** (truePeak(Float32Array.from(samples)) / 20)).toBeCloseTo(Math.max(...values), 6);
      }),
    );
  });

  test('does not depend on the pieces', () => {
    const samples = noise(3000, 1, 5);
    const meter = createPeakMeter();
    for (let at = 0; at < samples.length; at += 7) meter.add([samples.subarray(at, at + 7)]);
    expect(toDecibels(meter.peak())).toBeCloseTo(truePeak(samples), 5);
  });
});
