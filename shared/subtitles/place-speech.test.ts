import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeSpeech } from './place-speech.ts';

it('leaves what fits, speeds up within the limit, and pushes the rest', () => {
  const cues = [
    { startMs: 0, endMs: 1000, speechMs: 900 },
    { startMs: 1000, endMs: 2000, speechMs: 1200 },
    { startMs: 2000, endMs: 3000, speechMs: 3000 },
    { startMs: 3000, endMs: 5000, speechMs: 1000 },
  ];
  const { placed, counts } = placeSpeech(cues, 1.5);
  expect(placed).toEqual([
    { startMs: 0, lengthMs: 900, speedUp: 1, pushedMs: 0, overrunMs: 0 },
    { startMs: 1000, lengthMs: 1000, speedUp: 1.2, pushedMs: 0, overrunMs: 0 },
    { startMs: 2000, lengthMs: 2000, speedUp: 1.5, pushedMs: 0, overrunMs: 1000 },
    { startMs: 4000, lengthMs: 1000, speedUp: 1, pushedMs: 1000, overrunMs: 0 },
  ]);
  expect(counts).toEqual({ fitting: 1, spedUp: 2, pushed: 1, overrunning: 1 });
});

describe('any cues', () => {
  const cues = fc
    .array(fc.record({ startMs: fc.nat(60_000), roomMs: fc.nat(8000), speechMs: fc.nat(12_000) }), { maxLength: 40 })
    .map((list) =>
      list
        .map(({ startMs, roomMs, speechMs }) => ({ startMs, endMs: startMs + roomMs, speechMs }))
        .sort((a, b) => a.startMs - b.startMs),
    );

  it('never overlap, never begin early, stay within the limit, and are as slow as they may', () => {
    fc.assert(
      fc.property(cues, fc.double({ min: 1, max: 3, noNaN: true }), (list, limit) => {
        const { placed, counts } = placeSpeech(list, limit);
        let freeFromMs = 0;
        for (const [i, one] of placed.entries()) {
          const cue = list[i] ?? { startMs: 0, endMs: 0, speechMs: 0 };
          expect(one.startMs).toBe(Math.max(cue.startMs, freeFromMs));
          expect(one.speedUp).toBeGreaterThanOrEqual(1);
          expect(one.speedUp).toBeLessThanOrEqual(limit);
          if (one.overrunMs > 0) expect(one.speedUp).toBe(limit);
          if (cue.speechMs <= cue.endMs - one.startMs) expect(one.speedUp).toBe(1);
          freeFromMs = one.startMs + one.lengthMs;
        }
        expect(counts.pushed).toBe(placed.filter(({ pushedMs }) => pushedMs > 0).length);
      }),
    );
  });
});
