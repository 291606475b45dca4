import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../tests/support/processor-time.ts';
import { timeCuts } from './time-cuts.ts';

const RATE = 24_000;

it('divides by the share of the text where there are no pauses', () => {
  expect(timeCuts({ cues: [1, 3], marks: [] }, 4000, [], RATE)).toEqual([
    { startSamples: 0, endSamples: 1000 },
    { startSamples: 1000, endSamples: 4000 },
  ]);
});

it('ends a cue where a pause begins, and begins the next where it ends', () => {
  const pauses = [{ startSamples: 11_000, lengthSamples: 2000 }];
  expect(timeCuts({ cues: [1, 1], marks: [] }, 24_000, pauses, RATE)).toEqual([
    { startSamples: 0, endSamples: 11_000 },
    { startSamples: 13_000, endSamples: 24_000 },
  ]);
});

it('does not take a pause that is far from where the text would have it', () => {
  const pauses = [{ startSamples: 2000, lengthSamples: 1000 }];
  expect(timeCuts({ cues: [1, 1], marks: [] }, 25_000, pauses, RATE)[0]).toEqual({
    startSamples: 0,
    endSamples: 13_000,
  });
});

it('takes the pauses of sentences and clauses for their ends, though speech is uneven', () => {
  // The second clause is spoken twice as slowly as the others.
  const pauses = [
    { startSamples: 24_000, lengthSamples: 6000 },
    { startSamples: 78_000, lengthSamples: 6000 },
  ];
  expect(timeCuts({ cues: [20, 10], marks: [10, 20] }, 108_000, pauses, RATE)).toEqual([
    { startSamples: 0, endSamples: 78_000 },
    { startSamples: 84_000, endSamples: 108_000 },
  ]);
});

it('cuts between two ends of clauses in proportion to the text between them', () => {
  const pauses = [
    { startSamples: 24_000, lengthSamples: 6000 },
    { startSamples: 78_000, lengthSamples: 6000 },
  ];
  expect(timeCuts({ cues: [15, 15], marks: [10, 20] }, 108_000, pauses, RATE)[0]?.endSamples).toBe(54_000);
});

it('does not count silence at both ends as speech', () => {
  const pauses = [
    { startSamples: 0, lengthSamples: 6000 },
    { startSamples: 16_000, lengthSamples: 8000 },
  ];
  expect(timeCuts({ cues: [1, 1], marks: [] }, 24_000, pauses, RATE)[1]?.startSamples).toBe(11_000);
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
        fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { maxLength: 30 }),
        (cues, length, quiet, found) => {
          const weight = cues.reduce((sum, cue) => sum + cue, 0);
          const marks = found.filter((mark) => mark <= weight).sort((a, b) => a - b);
          const stretches = timeCuts({ cues, marks }, length, quiet, RATE);
          expect(stretches).toHaveLength(cues.length);
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

it('takes a line of very many clauses and pauses in a moment', () => {
  const cues = Array.from({ length: 2000 }, () => 20);
  const marks = Array.from({ length: 8000 }, (_, i) => (i + 1) * 5);
  const pauses = Array.from({ length: 4000 }, (_, i) => ({ startSamples: i * 12_000 + 9000, lengthSamples: 3000 }));
  const started = processorMs();
  timeCuts({ cues, marks }, 12_000 * 4000, pauses, RATE);
  expect(processorMs() - started).toBeLessThan(10_000);
});
