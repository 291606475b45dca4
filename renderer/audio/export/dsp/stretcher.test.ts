import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noise } from '../../../../tests/support/sounds.ts';
import { createStretcher, stretchedLength } from './stretcher.ts';

const RATE_HZ = 24_000;

/** Stretches samples that come in pieces of one length. */
function stretched(samples: Float32Array<ArrayBuffer>, speedUp: number, piece = 1000): Float32Array {
  const stretcher = createStretcher(speedUp, RATE_HZ, 1);
  const made: number[] = [];
  for (let at = 0; at < samples.length; at += piece)
    made.push(...(stretcher.push([samples.slice(at, at + piece)])[0] ?? []));
  made.push(...(stretcher.end()[0] ?? []));
  return Float32Array.from(made);
}
const sine = (hz: number, seconds: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: seconds * RATE_HZ }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / RATE_HZ));

it('returns the promised number of samples, in whatever pieces they come', () => {
  fc.assert(
    fc.property(
      fc.nat(9000),
      fc.double({ min: 1, max: 2, noNaN: true }),
      fc.integer({ min: 1, max: 4000 }),
      (frames, speedUp, piece) => {
        const samples = noise(frames / RATE_HZ).slice(0, frames);
        const made = stretched(samples, speedUp, piece);
        expect(made.length).toBe(stretchedLength(samples.length, speedUp));
        expect(made).toEqual(stretched(samples, speedUp, 5000));
      },
    ),
    { numRuns: 40 },
  );
});

it('keeps the pitch and the level, without clicks', () => {
  for (const hz of [90, 220, 440, 1000])
    for (const speedUp of [1.1, 1.2, 1.5, 2]) {
      const made = stretched(sine(hz, 2), speedUp).slice(0, -1500);
      const crossings = made.filter((sample, i) => sample >= 0 && (made[i - 1] ?? 0) < 0).length;
      expect(Math.abs(crossings / (made.length / RATE_HZ) - hz)).toBeLessThan(0.02 * hz + 1);
      const power = made.reduce((sum, sample) => sum + sample * sample, 0) / made.length;
      expect(Math.abs(10 * Math.log10(power / 0.125))).toBeLessThan(0.3);
      const steepest = made.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (made[i - 1] ?? sample))), 0);
      expect(steepest).toBeLessThan(1.2 * 0.5 * 2 * Math.sin((Math.PI * hz) / RATE_HZ) + 0.003);
    }
});
