import { expect, test } from 'vitest';
import { createBookMeter } from './book-meter.ts';

const RATE_HZ = 24_000;
const tone = (seconds: number, level: number): Float32Array =>
  Float32Array.from({ length: seconds * RATE_HZ }, (_, i) => level * Math.sin((2 * Math.PI * 1000 * i) / RATE_HZ));

test('a tone between two soft ends has the level of the whole, its peak, the noise of the ends and their lengths', () => {
  const meter = createBookMeter(RATE_HZ);
  const all = [tone(0.75, 1e-4), tone(5, 0.5), tone(2, 2e-4)];
  for (const samples of all)
    for (let at = 0; at < samples.length; at += 999) meter.add([samples.subarray(at, at + 999)]);
  const { rms, peak, noiseFloor, headS, tailS } = meter.level();
  expect(rms).toBeCloseTo(10 * Math.log10((0.125 * 5) / 7.75), 2);
  expect(peak).toBeCloseTo(-6.02, 1);
  expect(noiseFloor).toBeCloseTo(-83.01, 1);
  expect([headS, tailS]).toEqual([0.75, 2]);
});

test('two channels have the mean power of both', () => {
  const meter = createBookMeter(RATE_HZ);
  meter.add([tone(1, 0.5), new Float32Array(RATE_HZ)]);
  expect(meter.level().rms).toBeCloseTo(10 * Math.log10(0.125 / 2), 2);
});

test('silence has no level; nothing does not either', () => {
  const silent = createBookMeter(RATE_HZ);
  silent.add([new Float32Array(RATE_HZ)]);
  const none = { rms: -Infinity, peak: -Infinity, noiseFloor: -Infinity };
  expect(silent.level()).toEqual({ ...none, headS: 1, tailS: 1 });
  expect(createBookMeter(RATE_HZ).level()).toEqual({ ...none, headS: 0, tailS: 0 });
});
