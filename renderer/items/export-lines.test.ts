import { describe, expect, it } from 'vitest';
import { item } from '../testing/fake-ipc.ts';
import { countStates, type ExportChoices, type ExportLine, expectedFit, linesOfTakes, planOf } from './export-lines.ts';

const line = (number: number, change: Partial<ExportLine> = {}): ExportLine => ({
  number,
  role: '',
  text: `Line ${number}.`,
  take: item(`take${number}`, number),
  state: 'ready',
  expectedMs: 700,
  pauseAfterMs: null,
  chapter: null,
  cue: null,
  ...change,
});
const CHOICES: ExportChoices = {
  kind: 'wav',
  bits: 16,
  channels: null,
  rateHz: null,
  bitrateKbps: null,
  loudness: null,
  split: 'none',
  isZip: false,
  isAudiobook: false,
  pauseMs: 300,
  isTrimmed: false,
  missing: 'silence',
  changed: 'use',
  subtitleFormat: 'vtt',
  hasNames: true,
  rowLengths: { narrow: 42, wide: 16 },
};
const LINES = [
  line(1, { role: 'Anna', pauseAfterMs: 0 }),
  line(2, { state: 'missing', take: null, chapter: 'Two' }),
  line(3, { state: 'changed' }),
  line(4, { state: 'failed', take: null, chapter: 'Four' }),
  line(5),
];
const plan = (choices: Partial<ExportChoices>, product: 'sound' | 'subtitles' = 'sound') =>
  planOf({ title: 'T', lines: LINES, maxSpeedUp: 1.2 }, product, { ...CHOICES, ...choices });

describe('the plan of lines', () => {
  it('has their takes with pauses, roles and chapters, and silence of the expected length', () => {
    expect(countStates(LINES)).toEqual({ ready: 2, changed: 1, failed: 1, missing: 1 });
    const { segments, subtitles, maxSpeedUp } = plan({});
    expect({ subtitles, maxSpeedUp }).toEqual({ subtitles: null, maxSpeedUp: 1.2 });
    expect(
      segments.map(({ line: number, take, silenceMs, pauseAfterMs, chapter }) => [
        number,
        take !== null,
        silenceMs,
        pauseAfterMs,
        chapter,
      ]),
    ).toEqual([
      [1, true, 700, 0, null],
      [2, false, 700, 300, 'Two'],
      [3, true, 700, 300, null],
      [4, false, 700, 300, 'Four'],
      [5, true, 700, 300, null],
    ]);
    expect(segments[0]).toMatchObject({ role: 'Anna', text: 'Line 1.' });
  });

  it('leaves out what a person does not want; its chapter begins with the next line', () => {
    const numbers = (choices: Partial<ExportChoices>) =>
      plan(choices).segments.map(({ line: number, chapter }) => [number, chapter]);
    expect(numbers({ missing: 'skip' })).toEqual([
      [1, null],
      [3, 'Two'],
      [5, 'Four'],
    ]);
    expect(numbers({ missing: 'skip', changed: 'skip' })).toEqual([
      [1, null],
      [5, 'Four'],
    ]);
  });

  it('of an audiobook trims where a chapter begins and ends, and nowhere else', () => {
    const trims = (choices: Partial<ExportChoices>) => plan(choices).segments.map(({ isTrimmed }) => isTrimmed);
    expect(trims({ isAudiobook: true })).toEqual([true, 'start', 'end', 'start', 'end']);
    expect(trims({ isAudiobook: true, missing: 'skip' })).toEqual([true, true, true]);
    expect(trims({})).toEqual([false, false, false, false, false]);
  });

  it('is the same for subtitles', () => {
    const choices = { isTrimmed: true, pauseMs: 120, missing: 'skip', kind: 'mp3' } as const;
    const subtitles = plan(choices, 'subtitles');
    expect(subtitles).toEqual({
      ...plan(choices),
      subtitles: { format: 'vtt', hasNames: true, rowLengths: { narrow: 42, wide: 16 } },
    });
  });

  it('of takes has no states, and all of them', () => {
    const lines = linesOfTakes([item('a', 1), item('b', 2)]);
    expect(countStates(lines)).toMatchObject({ ready: 2, changed: 0, failed: 0, missing: 0 });
    expect(lines.map(({ number }) => number)).toEqual([1, 2]);
  });
});

it('foretells how lines fit their times', () => {
  const cues = [
    { startMs: 0, endMs: 1000 },
    { startMs: 1100, endMs: 2000 },
    { startMs: 1900, endMs: 2200 },
  ];
  const lines = cues.map((cue, i) => line(i + 1, { cue }));
  expect(expectedFit(lines, 1.2, CHOICES)).toEqual({ fitting: 1, spedUp: 2, pushed: 1, overrunning: 1 });
  expect(expectedFit([line(1), line(2)], 1.2, CHOICES)).toEqual({ fitting: 0, spedUp: 0, pushed: 0, overrunning: 0 });
});
