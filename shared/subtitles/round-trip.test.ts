import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cuesOf } from './cues.ts';
import { parseCues } from './parse-cues.ts';
import { parseLrc } from './parse-lrc.ts';
import type { Timeline } from './timeline.ts';
import { writeSubtitles } from './write.ts';

const texts = fc.oneof(
  fc.lorem({ mode: 'sentences', maxCount: 6 }),
  fc
    .array(fc.constantFrom('今天天气很好，', '我们去公园。', '3.14万元', '“好！”', 'GPT模型'), { maxLength: 12 })
    .map((parts) => parts.join('')),
  fc.constantFrom(
    'a --> b',
    'NOTE x',
    '5',
    'x & y < z > &amp;',
    '<i>so</i>',
    '[00:01.00] x',
    '<v Bob>hm',
    'WEBVTT',
    '\u2028\u0000 x',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);
const roles = fc.constantFrom('', 'Anna', '小明', 'A & B', 'a>b', 'x --> y');
const timelines: fc.Arbitrary<Timeline> = fc
  .record({
    sampleRateHz: fc.constantFrom(8000, 16_000, 22_050, 24_000, 44_100, 48_000),
    startSamples: fc.nat(48_000 * 36_000),
    lines: fc.array(
      fc.record({
        role: roles,
        text: texts,
        // More speech than pauses.
        lengthSamples: fc.integer({ min: 100_000, max: 2_000_000 }),
        gap: fc.nat(200_000),
        pauses: fc.array(fc.record({ startSamples: fc.nat(2_000_000), lengthSamples: fc.nat(10_000) }), {
          maxLength: 5,
        }),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ sampleRateHz, startSamples, lines }) => {
    let at = startSamples;
    return {
      title: 'A --> title',
      sampleRateHz,
      lines: lines.map(({ gap, ...line }, i) => {
        const pauses = line.pauses.map((pause) => ({ ...pause, startSamples: at + pause.startSamples }));
        const timed = { ...line, pauses, number: i + 1, startSamples: at };
        at += line.lengthSamples + gap;
        return timed;
      }),
      chapters: [{ title: 'One --> two', startSamples }],
    };
  });

/** Errors of a time in milliseconds, beside what it was in samples. */
const isWithin = (ms: number, samples: number, rateHz: number, limitMs: number): boolean =>
  Math.abs(ms - (samples * 1000) / rateHz) <= limitMs + 1e-6;
/** As a reader of rows sees it: without spaces at their ends. */
const seen = (rows: readonly string[]): string =>
  rows
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .join('\n');

describe('what is written is read back', () => {
  it('as VTT, within half a millisecond, whatever the text', () => {
    fc.assert(
      fc.property(timelines, (timeline) => {
        const expected = cuesOf(timeline, false).filter(({ rows }) => seen(rows) !== '');
        const { cues, overlapping, unordered } = parseCues(writeSubtitles('vtt', timeline, { hasNames: true }));
        expect(cues.map(({ text }) => text)).toEqual(expected.map(({ rows }) => seen(rows)));
        expect(cues.map(({ role }) => role)).toEqual(expected.map(({ line }) => line.role));
        expect({ overlapping, unordered }).toEqual({ overlapping: 0, unordered: 0 });
        for (const [i, { startMs, endMs }] of cues.entries()) {
          const { startSamples = 0, lengthSamples = 0 } = expected[i] ?? {};
          expect(isWithin(startMs, startSamples, timeline.sampleRateHz, 0.5)).toBe(true);
          expect(isWithin(endMs, startSamples + lengthSamples, timeline.sampleRateHz, 0.5)).toBe(true);
        }
      }),
    );
  });

  it('as SRT, for texts without what looks like a tag or a reference', () => {
    fc.assert(
      fc.property(timelines, fc.boolean(), (timeline, hasNames) => {
        const lines = timeline.lines.filter(({ text, role }) => !/[<>&{]|-->/.test(text + role));
        const expected = cuesOf({ ...timeline, lines }, hasNames).filter(({ rows }) => seen(rows) !== '');
        const { cues } = parseCues(writeSubtitles('srt', { ...timeline, lines }, { hasNames }));
        expect(cues.map(({ text }) => text)).toEqual(expected.map(({ rows }) => seen(rows)));
        for (const [i, { startMs, endMs }] of cues.entries()) {
          const { startSamples = 0, lengthSamples = 0 } = expected[i] ?? {};
          expect(isWithin(startMs, startSamples, timeline.sampleRateHz, 0.5)).toBe(true);
          expect(isWithin(endMs, startSamples + lengthSamples, timeline.sampleRateHz, 0.5)).toBe(true);
        }
      }),
    );
  });

  it('as LRC, within 5 ms', () => {
    fc.assert(
      fc.property(timelines, (timeline) => {
        const lines = timeline.lines.filter(({ text }) => !/<\d/.test(text));
        const expected = cuesOf({ ...timeline, lines }, false).filter(({ text }) => text.trim() !== '');
        const { title, cues } = parseLrc(writeSubtitles('lrc', { ...timeline, lines }, { hasNames: false }));
        expect(title).toBe(timeline.title);
        expect(cues.map(({ text }) => text)).toEqual(expected.map(({ text }) => text.trim()));
        for (const [i, { startMs }] of cues.entries()) {
          expect(isWithin(startMs, expected[i]?.startSamples ?? 0, timeline.sampleRateHz, 5)).toBe(true);
        }
      }),
    );
  });

  it('as JSON, to the sample', () => {
    fc.assert(
      fc.property(timelines, (timeline) => {
        const read = JSON.parse(writeSubtitles('json', timeline, { hasNames: false }));
        expect(read).toMatchObject({
          sampleRateHz: timeline.sampleRateHz,
          chapters: timeline.chapters,
          lines: timeline.lines.map(({ pauses: _, ...line }) => line),
        });
      }),
    );
  });
});
