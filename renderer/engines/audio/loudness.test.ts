import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLoudnessMeter, equalGains, type Level, measureLevel } from './loudness.ts';

function sine(hz: number, seconds: number, rateHz: number, amplitude = 1): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rateHz) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz),
  );
}

describe('loudness', () => {
  test.each([48_000, 44_100, 24_000, 16_000, 8000])('a full-scale sine of 997 Hz is -3.01 LUFS at %i Hz', (rateHz) => {
    const { loudness, peak } = measureLevel([sine(997, 2, rateHz)], rateHz);
    expect(loudness).toBeCloseTo(-3.01, 1);
    expect(peak).toBeCloseTo(1, 2);
  });

  test('two equal channels are 3 dB louder, half the amplitude is 6 dB softer', () => {
    const tone = sine(997, 2, 48_000);
    expect(measureLevel([tone, tone], 48_000).loudness).toBeCloseTo(0, 1);
    expect(measureLevel([sine(997, 2, 48_000, 0.5)], 48_000).loudness).toBeCloseTo(-9.03, 1);
  });

  test('low notes count less, high ones more', () => {
    const at = (hz: number) => measureLevel([sine(hz, 1, 48_000)], 48_000).loudness;
    expect(at(40)).toBeLessThan(at(997) - 4);
    expect(at(4000)).toBeGreaterThan(at(997) + 2);
  });

  test('pauses do not make speech softer', () => {
    const tone = sine(997, 1, 48_000);
    const paused = new Float32Array(48_000 * 5);
    paused.set(tone);
    const { loudness } = measureLevel([paused], 48_000);
    expect(loudness).toBeGreaterThan(measureLevel([tone], 48_000).loudness - 1.5);
  });

  test('a sound shorter than a block has a loudness; silence and an empty sound have none', () => {
    expect(measureLevel([sine(997, 0.1, 48_000)], 48_000).loudness).toBeCloseTo(-3, 0);
    expect(measureLevel([new Float32Array(48_000)], 48_000)).toEqual({ loudness: -Infinity, peak: 0 });
    expect(measureLevel([new Float32Array(0)], 48_000).loudness).toBe(-Infinity);
    expect(measureLevel([], 48_000).loudness).toBe(-Infinity);
  });
});

test('gains make all sounds equally loud without clipping', () => {
  const level: fc.Arbitrary<Level> = fc.record({
    loudness: fc.oneof(fc.double({ min: -60, max: 0, noNaN: true }), fc.constant(-Infinity)),
    peak: fc.double({ min: 0.001, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(level, { minLength: 1, maxLength: 20 }), (levels) => {
      const gains = equalGains(levels);
      const after = levels.map(({ loudness }, i) => loudness + 20 * Math.log10(gains[i] ?? 0)).filter(Number.isFinite);
      for (const loudness of after) expect(loudness).toBeCloseTo(after[0] ?? 0, 6);
      for (const [i, { loudness, peak }] of levels.entries())
        if (Number.isFinite(loudness)) expect(peak * (gains[i] ?? 0)).toBeLessThanOrEqual(1.000001);
    }),
  );
});

describe('integrated loudness (EBU Tech 3341)', () => {
  const RATE_HZ = 48_000;
  /** Stereo sines of 1 kHz: level in dBFS and seconds of each part. */
  const measured = (parts: readonly (readonly [db: number, seconds: number])[]): number => {
    const meter = createLoudnessMeter(RATE_HZ);
    for (const [db, seconds] of parts)
      for (let second = 0; second < seconds; second++) {
        const tone = sine(1000, Math.min(1, seconds - second), RATE_HZ, 10 ** (db / 20));
        meter.add([tone, tone]);
      }
    return meter.loudness();
  };
  test.each([
    ['1', [[-23, 20]], -23],
    ['2', [[-33, 20]], -33],
    [
      '3',
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
      -23,
    ],
    [
      '4',
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
      -23,
    ],
    [
      '5',
      [
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ],
      -23,
    ],
  ] as const)('case %s', (_case, parts, expected) => {
    expect(Math.abs(measured(parts) - expected)).toBeLessThan(0.1);
  });
});
