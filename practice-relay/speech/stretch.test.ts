import { expect, test } from 'vitest';
import { stretch } from './stretch.ts';

const RATE_HZ = 22_050;

/** A tone of 150 Hz with overtones, like a voice. */
const tone = Float32Array.from({ length: RATE_HZ }, (_, i) => {
  const phase = (2 * Math.PI * 150 * i) / RATE_HZ;
  return 0.4 * Math.sin(phase) + 0.2 * Math.sin(2 * phase) + 0.1 * Math.sin(5 * phase);
});

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

test.each([0.4, 0.8, 1.3, 2.4])('stretching by %f changes the length and keeps pitch and loudness', (factor) => {
  const output = stretch(tone, factor, RATE_HZ);
  expect(output.length).toBe(Math.round(RATE_HZ * factor));
  expect(rms(output)).toBeCloseTo(rms(tone), 1);
  const period = RATE_HZ / 150;
  const inside = output.subarray(500, -1500);
  const moved = output.subarray(500 + period, 500 + period + inside.length);
  const difference = inside.map((sample, i) => sample - (moved[i] ?? 0));
  expect(rms(difference)).toBeLessThan(0.1 * rms(inside));
});

test('accepts any length', () => {
  for (const length of [0, 1, 100, 600]) {
    expect(stretch(tone.subarray(0, length), 1.5, RATE_HZ).length).toBe(Math.round(length * 1.5));
  }
});
