import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeCuts } from './time-cuts.ts';

const RATE = 24_000;

it('divides by the share of the text where there are no pauses', () => {
  expect(timeCuts([1, 3], 4000, [], RATE)).toEqual([
    { startSamples: 0, endSamples: 1000 },
    { startSamples: 1000, endSamples: 4000 },
  ]);
});

it('ends a cue where a pause begins, and begins the next where it ends', () => {
  const pauses = [{ startSamples: 11_000, lengthSamples: 2000 }];
  expect(timeCuts([1, 1], 24_000, pauses, RATE)).toEqual([
    { startSamples: 0, endSamples: 11_000 },
    { startSamples: 13_000, endSamples: 24_000 },
  ]);
});

it('does not take a pause that is far from where the text would have it', () => {
  const pauses = [{ startSamples: 2000, lengthSamples: 1000 }];
  expect(timeCuts([1, 1], 25_000, pauses, RATE)[0]).toEqual({ startSamples: 0, endSamples: 13_000 });
});

it('prefers the longer of two pauses that are about as near', () => {
  const pauses = [
    { startSamples: 11_500, lengthSamples: 500 },
    { startSamples: 13_500, lengthSamples: 9600 },
  ];
  expect(timeCuts([1, 1], 34_100, pauses, RATE)[0]?.endSamples).toBe(13_500);
});

it('does not count silence at both ends as speech', () => {
  const pauses = [
    { startSamples: 0, lengthSamples: 6000 },
    { startSamples: 16_000, lengthSamples: 8000 },
  ];
  expect(timeCuts([1, 1], 24_000, pauses, RATE)[1]?.startSamples).toBe(11_000);
});

describe('any pauses', () => {
  const pauses = fc.array(fc.record({ startSamples: fc.nat(60_000), lengthSamples: fc.nat(20_000) }), {
    maxLength: 20,
  });

  it('cover the line in order and leave out pauses only', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 }),
        fc.nat(50_000),
        pauses,
        (weights, length, quiet) => {
          const stretches = timeCuts(weights, length, quiet, RATE);
          expect(stretches).toHaveLength(weights.length);
          expect(stretches[0]?.startSamples).toBe(0);
          expect(stretches.at(-1)?.endSamples).toBe(length);
          const isQuiet = new Uint8Array(length);
          for (const { startSamples, lengthSamples } of quiet)
            isQuiet.fill(1, startSamples, startSamples + lengthSamples);
          let end = 0;
          for (const stretch of stretches) {
            expect(Number.isInteger(stretch.startSamples) && Number.isInteger(stretch.endSamples)).toBe(true);
            expect(stretch.startSamples).toBeGreaterThanOrEqual(end);
            expect(stretch.endSamples).toBeGreaterThanOrEqual(stretch.startSamples);
            expect(isQuiet.subarray(end, stretch.startSamples).includes(0)).toBe(false);
            end = stretch.endSamples;
          }
        },
      ),
    );
  });
});
