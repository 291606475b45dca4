import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { createResampler } from './resample.ts';

function resample(chunks: readonly Float32Array[]): Float32Array {
  const resampler = createResampler();
  const parts = [...chunks.map((chunk) => resampler.push(chunk)), resampler.finish()];
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

const noise = (length: number): Float32Array => Float32Array.from({ length }, (_, i) => Math.sin(i * i * 0.37));

test('n samples become ceil(n·160/147) samples, whatever the chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 8 }), (lengths) => {
      const whole = noise(lengths.reduce((sum, length) => sum + length, 0));
      let position = 0;
      const chunks = lengths.map((length) => {
        position += length;
        return whole.subarray(position - length, position);
      });
      const output = resample(chunks);
      expect(output.length).toBe(Math.ceil((whole.length * 160) / 147));
      expect(output).toEqual(resample([whole]));
    }),
    { numRuns: runs(50) },
  );
});

test.each([100, 1000, 5000, 9000])('a sine of %i Hz stays the same sine', (hertz) => {
  const sine = (rate: number, length: number): Float32Array =>
    Float32Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / rate));
  const output = resample([sine(22_050, 22_050)]);
  const wanted = sine(24_000, output.length);
  let error = 0;
  let power = 0;
  // Not at the ends, where the sine starts and stops abruptly.
  for (let i = 100; i < output.length - 100; i++) {
    error += ((output[i] ?? 0) - (wanted[i] ?? 0)) ** 2;
    power += (wanted[i] ?? 0) ** 2;
  }
  expect(10 * Math.log10(error / power)).toBeLessThan(-60);
});
