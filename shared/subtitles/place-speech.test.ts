import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeSpeech } from './place-speech.ts';

it('leaves what fits, speeds up within the limit, and pushes the rest', () => {
  const cues = [
    { start: 0, end: 1000, speech: 900 },
    { start: 1000, end: 2000, speech: 1200 },
    { start: 2000, end: 3000, speech: 3000 },
    { start: 3000, end: 5000, speech: 1000 },
  ];
  const { placed, counts } = placeSpeech(cues, 1.5);
  expect(placed).toEqual([
    { start: 0, length: 900, speedUp: 1, pushed: 0, overrun: 0 },
    { start: 1000, length: 1000, speedUp: 1.2, pushed: 0, overrun: 0 },
    { start: 2000, length: 2000, speedUp: 1.5, pushed: 0, overrun: 1000 },
    { start: 4000, length: 1000, speedUp: 1, pushed: 1000, overrun: 0 },
  ]);
  expect(counts).toEqual({ fitting: 1, spedUp: 2, pushed: 1, overrunning: 1 });
});

it('lets lines without times follow the one before them, and takes what is a little late as in time', () => {
  const lines = [
    { start: 1000, end: 2000, speech: 1015 },
    { after: 300, speech: 500 },
    { start: 2000, end: 4000, speech: 100 },
    { start: 2900, end: 4000, speech: 100 },
  ];
  const { placed, counts } = placeSpeech(lines, 1.5, 20);
  expect(placed.map(({ start }) => start)).toEqual([1000, 2315, 2815, 2915]);
  expect(placed.map(({ speedUp }) => speedUp)).toEqual([1, 1, 1, 1]);
  expect(counts).toEqual({ fitting: 2, spedUp: 0, pushed: 1, overrunning: 0 });
});

describe('any cues', () => {
  const cues = fc
    .array(fc.record({ start: fc.nat(60_000), roomMs: fc.nat(8000), speech: fc.nat(12_000) }), { maxLength: 40 })
    .map((list) =>
      list
        .map(({ start, roomMs, speech }) => ({ start, end: start + roomMs, speech }))
        .sort((a, b) => a.start - b.start),
    );

  it('never overlap, never begin early, stay within the limit, and are as slow as they may', () => {
    fc.assert(
      fc.property(cues, fc.double({ min: 1, max: 3, noNaN: true }), (list, limit) => {
        const { placed, counts } = placeSpeech(list, limit);
        let freeFrom = 0;
        for (const [i, one] of placed.entries()) {
          const cue = list[i] ?? { start: 0, end: 0, speech: 0 };
          expect(one.start).toBe(Math.max(cue.start, freeFrom));
          expect(one.speedUp).toBeGreaterThanOrEqual(1);
          expect(one.speedUp).toBeLessThanOrEqual(limit);
          if (one.overrun > 0) expect(one.speedUp).toBe(limit);
          if (cue.speech <= cue.end - one.start) expect(one.speedUp).toBe(1);
          freeFrom = one.start + one.length;
        }
        expect(counts.pushed).toBe(placed.filter(({ pushed }) => pushed > 0).length);
      }),
    );
  });
});
