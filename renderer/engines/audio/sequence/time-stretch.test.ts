import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { createTimeStretcher } from './time-stretch.ts';

const RATE_HZ = 24_000;
const RATES = [0.5, 0.75, 1.25, 1.5, 2] as const;

function stretch(samples: Float32Array<ArrayBuffer>, rate: number, cuts: readonly number[] = []): Float32Array {
  const stretcher = createTimeStretcher(rate, RATE_HZ, 1);
  const pieces = [0, ...cuts, samples.length].sort((a, b) => a - b);
  const made: number[] = [];
  for (let i = 1; i < pieces.length; i++)
    made.push(...(stretcher.push([samples.slice(pieces[i - 1], pieces[i])])[0] ?? []));
  return Float32Array.from([...made, ...(stretcher.end()[0] ?? [])]);
}

const tone = (seconds: number, hz: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: seconds * RATE_HZ }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / RATE_HZ));

function level(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** Rising zero crossings per second. */
function pitch(samples: Float32Array): number {
  let crossings = 0;
  for (let i = 1; i < samples.length; i++) if ((samples[i - 1] ?? 0) < 0 && (samples[i] ?? 0) >= 0) crossings += 1;
  return (crossings / samples.length) * RATE_HZ;
}

describe('a stretched sound', () => {
  it.each(RATES)('at %f keeps pitch and level, and lasts as long as it should', (rate) => {
    for (const hz of [110, 180, 440]) {
      const found = stretch(tone(1, hz), rate);
      expect(found).toHaveLength(Math.round(RATE_HZ / rate));
      const middle = found.subarray(found.length * 0.1, found.length * 0.9);
      expect(pitch(middle)).toBeGreaterThan(hz * 0.97);
      expect(pitch(middle)).toBeLessThan(hz * 1.03);
      expect(level(middle)).toBeGreaterThan(0.33);
    }
  });

  it('does not depend on how it comes, and has its exact length however short it is', () => {
    const length = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(length, fc.constantFrom(...RATES), fc.array(fc.nat(3000), { maxLength: 4 }), (frames, rate, cuts) => {
        const sound = tone(1, 333).slice(0, frames);
        const found = stretch(
          sound,
          rate,
          cuts.filter((cut) => cut < frames),
        );
        expect(found).toEqual(stretch(sound, rate));
        expect(found).toHaveLength(Math.round(frames / rate));
        expect(found.every((sample) => Math.abs(sample) <= 0.5)).toBe(true);
      }),
      { numRuns: runs(40) },
    );
  });

  it('both channels are moved alike', () => {
    const [left, right] = [tone(0.5, 220), tone(0.5, 220).map((sample) => -sample)];
    const stretcher = createTimeStretcher(1.5, RATE_HZ, 2);
    const [first, second] = stretcher.push([left, right]);
    expect(first?.length).toBeGreaterThan(7000);
    expect(second?.every((sample, i) => sample === -(first?.[i] ?? 0))).toBe(true);
  });
});
