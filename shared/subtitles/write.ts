// Writes the lines of a recording as SRT, VTT, LRC or JSON. Every time is computed from a position in samples, so errors
// do not add up.

import type { RowLengths } from './columns.ts';
import { cuesOf, namePrefix, onOneRow } from './cues.ts';
import type { Cue, Timeline } from './timeline.ts';

export const SUBTITLE_FORMATS = ['srt', 'vtt', 'lrc', 'json'] as const;
/** Also the extension of its files. */
export type SubtitleFormat = (typeof SUBTITLE_FORMATS)[number];

export type SubtitleOptions = {
  /** SRT and LRC: before the line; VTT: as a voice tag. JSON always has them. */
  hasNames: boolean;
  /** The usual ones by default. */
  rowLengths?: RowLengths;
};

/** LRC has no ends: a pause from this length on is an empty line. */
const LRC_PAUSE_S = 1;

const WRITERS: Readonly<Record<SubtitleFormat, (timeline: Timeline, options: SubtitleOptions) => string>> = {
  srt: writeSrt,
  vtt: writeVtt,
  lrc: writeLrc,
  json: writeJson,
};

/**
 * Writes subtitles; lines end with LF. Times are exact within half a millisecond (SRT, VTT), within 5 ms (LRC), or to
 * the sample (JSON). A cue of SRT and VTT is at least 1 ms long, because players ignore others.
 */
export function writeSubtitles(format: SubtitleFormat, timeline: Timeline, options: SubtitleOptions): string {
  return WRITERS[format](timeline, options);
}

/** SRT has no escapes: a text that looks like a tag is written as it is. */
function writeSrt(timeline: Timeline, { hasNames, rowLengths }: SubtitleOptions): string {
  const blocks = cuesOf(timeline, hasNames, rowLengths).map((cue, i) => {
    const [start, end] = timesMs(cue, timeline.sampleRateHz);
    return `${i + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${cue.rows.join('\n')}\n`;
  });
  return blocks.join('\n');
}

function writeVtt(timeline: Timeline, { hasNames, rowLengths }: SubtitleOptions): string {
  const title = onOneRow(timeline.title);
  const blocks = [`WEBVTT${title === '' ? '' : ` - ${comment(title)}`}\n`];
  const chapters = [...timeline.chapters].sort((a, b) => a.startSamples - b.startSamples);
  let chapter = 0;
  for (const [i, cue] of cuesOf(timeline, false, rowLengths).entries()) {
    for (; (chapters[chapter]?.startSamples ?? Number.POSITIVE_INFINITY) <= cue.startSamples; chapter++) {
      blocks.push(`NOTE Chapter: ${comment(onOneRow(chapters[chapter]?.title ?? ''))}\n`);
    }
    const [start, end] = timesMs(cue, timeline.sampleRateHz);
    const role = onOneRow(cue.line.role);
    const voice = hasNames && role !== '' ? `<v ${escapeVtt(role)}>` : '';
    const rows = cue.rows.map(escapeVtt).join('\n');
    blocks.push(`${i + 1}\n${clock(start, '.')} --> ${clock(end, '.')}\n${voice}${rows}\n`);
  }
  return blocks.join('\n');
}

function writeLrc(timeline: Timeline, { hasNames, rowLengths }: SubtitleOptions): string {
  const title = onOneRow(timeline.title);
  const rows = title === '' ? [] : [`[ti:${title}]`];
  const cues = cuesOf(timeline, false, rowLengths);
  for (const [i, cue] of cues.entries()) {
    const name = hasNames && cue.isFirst ? namePrefix(cue.line.role) : '';
    const text = name + cue.text;
    // A text that begins like a time stamp would be read as one.
    rows.push(`${lrcStamp(cue.startSamples, timeline.sampleRateHz)}${text.startsWith('[') ? ' ' : ''}${text}`);
    const endSamples = cue.startSamples + cue.lengthSamples;
    const nextSamples = cues[i + 1]?.startSamples ?? Number.POSITIVE_INFINITY;
    if (nextSamples - endSamples >= LRC_PAUSE_S * timeline.sampleRateHz) {
      rows.push(lrcStamp(endSamples, timeline.sampleRateHz));
    }
  }
  return rows.map((row) => `${row}\n`).join('');
}

function writeJson(timeline: Timeline, { rowLengths }: SubtitleOptions): string {
  const cues = Map.groupBy(cuesOf(timeline, false, rowLengths), ({ line }) => line);
  const written = {
    title: timeline.title,
    sampleRateHz: timeline.sampleRateHz,
    lines: timeline.lines.map((line) => ({
      number: line.number,
      role: line.role,
      text: line.text,
      startSamples: line.startSamples,
      lengthSamples: line.lengthSamples,
      cues: (cues.get(line) ?? []).map(({ text, startSamples, lengthSamples }) => ({
        text,
        startSamples,
        lengthSamples,
      })),
    })),
    chapters: timeline.chapters.map(({ title, startSamples }) => ({ title, startSamples })),
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** Start and end of a cue in whole milliseconds. */
function timesMs({ startSamples, lengthSamples }: Cue, sampleRateHz: number): [number, number] {
  const start = Math.round((startSamples * 1000) / sampleRateHz);
  return [start, Math.max(start + 1, Math.round(((startSamples + lengthSamples) * 1000) / sampleRateHz))];
}

/** `01:02:03,456`; hours have more digits where they need them. */
function clock(ms: number, decimalMark: ',' | '.'): string {
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  return `${two(hours)}:${two(minutes)}:${two(seconds)}${decimalMark}${String(ms % 1000).padStart(3, '0')}`;
}

/** `[62:03.45]`; LRC has no hours. */
function lrcStamp(samples: number, sampleRateHz: number): string {
  const centiseconds = Math.round((samples * 100) / sampleRateHz);
  const [minutes, seconds] = [Math.floor(centiseconds / 6000), Math.floor(centiseconds / 100) % 60];
  return `[${two(minutes)}:${two(seconds)}.${two(centiseconds % 100)}]`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A text outside cues, where nothing is escaped and an arrow would begin a cue. */
function comment(text: string): string {
  return text.replaceAll('-->', '->');
}
