import { expect, it } from 'vitest';
import type { Timeline } from './timeline.ts';
import { SUBTITLE_FORMATS, writeSubtitles } from './write.ts';

const TIMELINE: Timeline = {
  title: 'Two friends',
  sampleRateHz: 24_000,
  lines: [
    { number: 1, role: 'Anna', text: 'Is 1 < 2 & 3?', startSamples: 0, lengthSamples: 36_000, pauses: [] },
    { number: 2, role: '小明', text: '是的。', startSamples: 84_001, lengthSamples: 24_000, pauses: [] },
    { number: 3, role: '', text: 'Silence.', startSamples: 90_000_000, lengthSamples: 0, pauses: [] },
  ],
  chapters: [{ title: 'Morning', startSamples: 0 }],
};

it('writes SRT', () => {
  expect(writeSubtitles('srt', TIMELINE, { hasNames: true })).toBe(
    '1\n00:00:00,000 --> 00:00:01,500\nAnna: Is 1 < 2 & 3?\n\n2\n00:00:03,500 --> 00:00:04,500\n小明：是的。\n',
  );
});

it('writes VTT', () => {
  expect(writeSubtitles('vtt', TIMELINE, { hasNames: true })).toBe(
    'WEBVTT - Two friends\n\nNOTE Chapter: Morning\n\n1\n00:00:00.000 --> 00:00:01.500\n<v Anna>Is 1 &lt; 2 &amp; 3?\n\n' +
      '2\n00:00:03.500 --> 00:00:04.500\n<v 小明>是的。\n',
  );
});

it('writes LRC, with an empty line where a pause begins', () => {
  expect(writeSubtitles('lrc', TIMELINE, { hasNames: false })).toBe(
    '[ti:Two friends]\n[00:00.00]Is 1 < 2 & 3?\n[00:01.50]\n[00:03.50]是的。\n[00:04.50]\n',
  );
});

it('writes hours, and minutes beyond 99 where there are no hours', () => {
  const lines = [
    { number: 1, role: '', text: 'Late.', startSamples: 24_000 * 7384, lengthSamples: 24_000, pauses: [] },
  ];
  expect(writeSubtitles('srt', { ...TIMELINE, lines }, { hasNames: false })).toContain('02:03:04,000');
  expect(writeSubtitles('lrc', { ...TIMELINE, lines }, { hasNames: false })).toContain('[123:04.00]Late.');
});

it('writes a recording without lines in every format', () => {
  const empty = { ...TIMELINE, lines: [], chapters: [] };
  for (const format of SUBTITLE_FORMATS) expect(writeSubtitles(format, empty, { hasNames: true })).not.toContain('-->');
});

it('divides a long line at a pause in its sound, wherever the line is', () => {
  const text = 'It was late and the house was dark. Nobody had lit the lamps. She went up the stairs without a sound.';
  const pauses = [{ startSamples: 24_000 * 13, lengthSamples: 12_000 }];
  const line = { number: 1, role: '', text, startSamples: 24_000 * 10, lengthSamples: 24_000 * 6, pauses };
  const written = writeSubtitles('srt', { ...TIMELINE, lines: [line] }, { hasNames: false });
  expect(written.match(/.*-->.*/g)).toEqual(['00:00:10,000 --> 00:00:13,000', '00:00:13,500 --> 00:00:16,000']);
});
