// The lines of an export, and the plan that is made of them and of what a person sets.

import type { SpeechItem } from '../../shared/contract/library.ts';
import { USUAL_PAUSE_MS } from '../../shared/script/timeline.ts';
import { type RowLengths, USUAL_ROW_LENGTHS } from '../../shared/subtitles/columns.ts';
import { CUE_TOLERANCE_MS, type PlacementCounts, placeSpeech } from '../../shared/subtitles/place-speech.ts';
import type { SubtitleFormat } from '../../shared/subtitles/write.ts';
import { type ExportPlan, type ExportSegment, type ExportSettings, MAX_FADE_MS } from '../engines/audio/export/plan.ts';
import { takeUrl } from '../player/take-url.ts';

/** What a line has: `changed` has a take of an earlier text or voice, `missing` and `failed` have none that can be used. */
export type ExportLineState = 'ready' | 'changed' | 'failed' | 'missing';

/** One line, in the order of the sound. */
export type ExportLine = {
  /** As people count: from 1. */
  number: number;
  /** Empty is the narrator. */
  role: string;
  text: string;
  /** The sound of a `ready` or `changed` line. */
  take: Pick<SpeechItem, 'id' | 'mediaId' | 'audio'> | null;
  state: ExportLineState;
  /** About how long it would be, for silence in its place. */
  expectedMs: number;
  /** Null: the pause that is set for the export. */
  pauseAfterMs: number | null;
  chapter: string | null;
  cue: { startMs: number; endMs: number } | null;
};

/** What a person sets. Sound and subtitles share what their times depend on. */
export type ExportChoices = Pick<
  ExportSettings,
  'kind' | 'bits' | 'channels' | 'rateHz' | 'bitrateKbps' | 'loudness' | 'split' | 'isZip' | 'isAudiobook'
> & {
  /** After lines without a pause of their own. */
  pauseMs: number;
  isTrimmed: boolean;
  /** What is in the place of missing and failed lines. */
  missing: 'silence' | 'skip';
  /** What becomes of changed lines. */
  changed: 'use' | 'skip';
  subtitleFormat: SubtitleFormat;
  hasNames: boolean;
  rowLengths: RowLengths;
};

/** The settings of a first export: the samples as they were received. */
export const FIRST_CHOICES: ExportChoices = {
  kind: 'wav',
  bits: 16,
  channels: null,
  rateHz: null,
  bitrateKbps: null,
  loudness: null,
  split: 'none',
  isZip: false,
  isAudiobook: false,
  pauseMs: USUAL_PAUSE_MS,
  isTrimmed: false,
  missing: 'silence',
  changed: 'use',
  subtitleFormat: 'srt',
  hasNames: true,
  rowLengths: USUAL_ROW_LENGTHS,
};

/** Takes as lines without a script. */
export function linesOfTakes(takes: readonly SpeechItem[]): ExportLine[] {
  return takes.map((take, index) => ({
    number: index + 1,
    role: '',
    text: take.request.text,
    take,
    state: 'ready',
    expectedMs: 0,
    pauseAfterMs: null,
    chapter: null,
    cue: null,
  }));
}

/** How many lines are in each state. */
export function countStates(lines: readonly ExportLine[]): Readonly<Record<ExportLineState, number>> {
  const counts = { ready: 0, changed: 0, failed: 0, missing: 0 };
  for (const { state } of lines) counts[state] += 1;
  return counts;
}

/** The lines that are part of the export. The chapter of a line that is left out begins with the next one. */
export function includedLines(
  lines: readonly ExportLine[],
  { missing, changed }: Pick<ExportChoices, 'missing' | 'changed'>,
): ExportLine[] {
  const included: ExportLine[] = [];
  let chapter: string | null = null;
  for (const line of lines) {
    chapter = line.chapter ?? chapter;
    const isUsed = line.state === 'ready' || (line.state === 'changed' ? changed === 'use' : missing === 'silence');
    if (!isUsed) continue;
    included.push({ ...line, chapter });
    chapter = null;
  }
  return included;
}

/** What is made of lines. */
export type ExportProduct = 'sound' | 'subtitles' | 'both';

/** Plans the sound of lines, their subtitles, or both. */
export function planOf(
  { title, lines, maxSpeedUp }: { title: string; lines: readonly ExportLine[]; maxSpeedUp: number },
  product: ExportProduct,
  choices: ExportChoices,
): ExportPlan {
  const { kind, bits, channels, rateHz, bitrateKbps, loudness, split, isZip, isAudiobook } = choices;
  const { subtitleFormat: format, hasNames, rowLengths } = choices;
  const segments = includedLines(lines, choices).map((line) => segmentOf(line, choices));
  return {
    title,
    settings: { kind, bits, channels, rateHz, bitrateKbps, loudness, split, isZip, isAudiobook },
    segments: isAudiobook ? segments.map(trimmedAtEnds) : segments,
    maxSpeedUp,
    subtitles:
      product === 'sound' ? null : { format, hasNames, rowLengths, ...(product === 'both' && { isBesideSound: true }) },
  };
}

/** Trims a segment where its chapter begins or ends, so that the silence there has the length that is wanted. */
function trimmedAtEnds(segment: ExportSegment, index: number, all: readonly ExportSegment[]): ExportSegment {
  const isFirst = index === 0 || segment.chapter !== null;
  const isLast = index === all.length - 1 || all[index + 1]?.chapter !== null;
  if (segment.isTrimmed === true || !(isFirst || isLast)) return segment;
  return { ...segment, isTrimmed: isFirst && isLast ? true : isFirst ? 'start' : 'end' };
}

function segmentOf(line: ExportLine, { isTrimmed, pauseMs }: ExportChoices): ExportSegment {
  const { number, role, text, take, cue, chapter, pauseAfterMs } = line;
  return {
    line: number,
    itemId: take?.id ?? null,
    take: take === null ? null : { url: takeUrl(take), kind: take.audio.format },
    silenceMs: silenceOf(line),
    gain: 1,
    isTrimmed,
    // A cut in silence makes no click; a take that is trimmed is faded.
    fadeMs: isTrimmed ? MAX_FADE_MS : 0,
    pauseAfterMs: pauseAfterMs ?? pauseMs,
    role,
    text,
    chapter,
    cue,
  };
}

/** Silence in the place of a line fills its cue. */
function silenceOf({ cue, expectedMs }: ExportLine): number {
  return cue === null ? expectedMs : cue.endMs - cue.startMs;
}

/**
 * Where lines are heard, in milliseconds, and how they fit their cues: the rule of the export, by lengths that are known
 * before it. @param pauseMs after lines without a pause of their own. @param speechMs how long a line is at its own speed
 */
export function placeLines(
  lines: readonly ExportLine[],
  maxSpeedUp: number,
  pauseMs: number,
  speechMs: (line: ExportLine) => number,
): ReturnType<typeof placeSpeech> {
  const timed = lines.map((line, i) => {
    const { cue } = line;
    const speech = speechMs(line);
    if (cue !== null) return { start: cue.startMs, end: cue.endMs, speech };
    return { after: i === 0 ? 0 : (lines[i - 1]?.pauseAfterMs ?? pauseMs), speech };
  });
  return placeSpeech(timed, maxSpeedUp, CUE_TOLERANCE_MS);
}

/** How long a line is when spoken: as its take was received, else as expected. */
export function spokenMs({ take, expectedMs }: ExportLine): number {
  return take?.audio.durationMs ?? expectedMs;
}

/** Foretells how lines fit their cues, with silence in the place of missing ones. */
export function expectedFit(lines: readonly ExportLine[], maxSpeedUp: number, choices: ExportChoices): PlacementCounts {
  const exportedMs = (line: ExportLine): number => (line.take === null ? silenceOf(line) : spokenMs(line));
  return placeLines(includedLines(lines, choices), maxSpeedUp, choices.pauseMs, exportedMs).counts;
}
