import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../tests/support/processor-time.ts';
import { ordinaryDurationS, ordinaryLength } from '../speech/spoken-length.ts';
import { lineAtTime, type SpokenTake, type TimelineLine, timelineOf } from './timeline.ts';

const line = ({
  text = 'The lamp went out at nine.',
  ...change
}: Partial<TimelineLine> & { text?: string } = {}): TimelineLine => ({
  ordinary: ordinaryLength(text),
  voice: 'anna',
  speed: 1,
  isSpoken: true,
  durationS: null,
  pauseAfterMs: 300,
  cueStartS: null,
  ...change,
});
const ENGLISH = 'She counted the boats twice, and there was one more each time.';
const CHINESE = '灯塔看守人数着海浪，直到他数不清了。';
/** A take whose voice takes `pace` times as long as ordinary speech. */
const take = (text: string, voice: string | null, pace: number, speed = 1): SpokenTake => ({
  ordinary: ordinaryLength(text),
  voice,
  speed,
  durationS: pace * ordinaryDurationS(text, speed),
});
const estimate = ({ ordinary, ...one }: TimelineLine, takes: readonly SpokenTake[]): number =>
  (timelineOf([{ ordinary, ...one }], takes).totalS * one.speed) / (ordinary.denseS + ordinary.lettersS);

describe('a timeline', () => {
  it('has measured lines and pauses exactly, and says what is estimated', () => {
    const lines = [
      line({ durationS: 2 }),
      line({ isSpoken: false, text: '…' }),
      line({ durationS: 1.5, pauseAfterMs: 0 }),
    ];
    expect(timelineOf(lines, [])).toEqual({
      lines: [
        { startS: 0, durationS: 2, isEstimated: false },
        { startS: 2.3, durationS: 0, isEstimated: false },
        { startS: 2.3, durationS: 1.5, isEstimated: false },
      ],
      totalS: 3.8,
      isEstimated: false,
    });
    const more = timelineOf([...lines, line()], []);
    expect(more.isEstimated).toBe(true);
    expect(more.lines[3]).toMatchObject({ startS: 3.8, isEstimated: true });
    expect(timelineOf([], [])).toEqual({ lines: [], totalS: 0, isEstimated: false });
  });

  it('has lines with cues on these, or after the line before where that has not ended', () => {
    const lines = [
      line({ durationS: 1, cueStartS: 2 }),
      line({ durationS: 2, cueStartS: 3.1 }),
      line({ isSpoken: false, text: '…', cueStartS: 1 }),
      line({ durationS: 1, cueStartS: 4 }),
      line({ durationS: 1 }),
    ];
    const { lines: times, totalS } = timelineOf(lines, []);
    expect(times.map(({ startS }) => Math.round(startS * 10) / 10)).toEqual([2, 3.1, 5.1, 5.1, 6.4]);
    expect(totalS).toBeCloseTo(7.4);
  });

  it('without takes expects ordinary speech at the requested speed', () => {
    expect(estimate(line(), [])).toBe(1);
    expect(timelineOf([line({ speed: 2 })], []).totalS).toBeCloseTo(timelineOf([line()], []).totalS / 2);
    expect(ordinaryDurationS('😀𠀀', 1)).toBeCloseTo(1 / 4.5);
    expect(timelineOf([line({ text: CHINESE })], []).totalS).toBeGreaterThan(3);
  });

  it('learns how fast each voice speaks, a wrong take aside', () => {
    const takes = [
      ...Array.from({ length: 20 }, () => take(ENGLISH, 'anna', 1.4, 0.8)),
      take(ENGLISH, 'anna', 40),
      ...Array.from({ length: 20 }, () => take(ENGLISH, 'ben', 0.7)),
    ];
    expect(estimate(line(), takes)).toBeCloseTo(1.4, 1);
    expect(estimate(line({ speed: 1.5 }), takes)).toBeCloseTo(1.4, 1);
    expect(estimate(line({ voice: 'ben' }), takes)).toBeCloseTo(0.7, 1);
    // Between the two.
    expect(estimate(line({ voice: 'new' }), takes)).toBeGreaterThan(0.7);
    expect(estimate(line({ voice: 'new' }), takes)).toBeLessThan(1.45);
  });

  it('a voice that is slow in one language is not expected to be slow in another', () => {
    const takes = Array.from({ length: 20 }, () => take(CHINESE, 'anna', 2));
    expect(estimate(line({ text: CHINESE }), takes)).toBeCloseTo(2, 1);
    expect(estimate(line(), takes)).toBe(1);
  });

  it('a single short take moves the estimate only a little', () => {
    const pace = estimate(line(), [take('Yes.', 'anna', 3)]);
    expect(pace).toBeGreaterThan(1);
    expect(pace).toBeLessThan(1.3);
  });
});

const anyText = fc.constantFrom('', '…', 'Yes.', ENGLISH, CHINESE, `${ENGLISH}${CHINESE}`, '😀𠀀').map(ordinaryLength);
const anyLine = fc.record({
  ordinary: anyText,
  voice: fc.constantFrom(null, 'anna', 'ben'),
  speed: fc.double({ min: 0.2, max: 3, noNaN: true }),
  isSpoken: fc.boolean(),
  durationS: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  pauseAfterMs: fc.nat(60_000),
  cueStartS: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
});
const anyTake = fc.record({
  ordinary: anyText,
  voice: fc.constantFrom(null, 'anna', 'ben'),
  speed: fc.double({ min: 0.2, max: 3, noNaN: true }),
  durationS: fc.double({ min: 0, max: 100, noNaN: true }),
});

describe('any lines and takes', () => {
  it('have their lines in order without overlaps, finite, and measured ones as measured', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 12 }), fc.array(anyTake, { maxLength: 12 }), (lines, takes) => {
        const timeline = timelineOf(lines, takes);
        expect(timeline.lines).toHaveLength(lines.length);
        let endS = 0;
        for (const [index, { startS, durationS, isEstimated }] of timeline.lines.entries()) {
          const own = lines[index];
          expect(Number.isFinite(durationS) && durationS >= 0).toBe(true);
          expect(startS).toBeGreaterThanOrEqual(endS);
          endS = startS + durationS;
          expect(isEstimated).toBe(own?.isSpoken === true && own.durationS === null);
          if (own?.isSpoken && own.durationS !== null) expect(durationS).toBe(own.durationS);
        }
        expect(timeline.totalS).toBeLessThanOrEqual(endS);
      }),
    );
  });

  it('the line at a time is the one that is heard then', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 12 }),
        fc.double({ min: -5, max: 500, noNaN: true }),
        (lines, timeS) => {
          const timeline = timelineOf(lines, []);
          const found = lineAtTime(timeline, timeS);
          expect(found === undefined).toBe(lines.length === 0);
          if (found === undefined) return;
          const { startS = 0 } = timeline.lines[found.index] ?? {};
          const nextS = timeline.lines[found.index + 1]?.startS ?? Number.POSITIVE_INFINITY;
          const atS = Math.max(0, timeS);
          const isBefore = atS < (timeline.lines[0]?.startS ?? 0);
          expect(isBefore ? found.index === 0 : startS <= atS && atS < nextS).toBe(true);
          expect(found.offsetS).toBeCloseTo(isBefore ? 0 : atS - startS, 6);
        },
      ),
    );
  });
});

it('10 000 lines with as many takes take a moment', () => {
  const texts = Array.from({ length: 10_000 }, (_, i) => `${i} ${ENGLISH} ${CHINESE}`);
  const startMs = processorMs();
  const lines = texts.map((text, i) => line({ text, voice: `v${i % 20}` }));
  timelineOf(
    lines,
    texts.map((text, i) => take(text, `v${i % 20}`, 1.1)),
  );
  // About 10 ms, and minutes if each line looked at all takes.
  expect(processorMs() - startMs).toBeLessThan(5000);
});
