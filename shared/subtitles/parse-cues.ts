// Reads SRT and VTT, also files that break their rules: without numbers or blank lines, with times written in other
// ways, with captions that roll.

import { decodeEntities } from '../text/entities.ts';
import { frameRateOf, looksLikeTimes, msOf, type TimeRow, timesOf } from './cue-times.ts';
import type { ReadCue } from './read-cue.ts';
import { withoutRepeats } from './rolling-captions.ts';

/** What a file has, by the start of its cues, and how often it is odd. */
export type ReadCues = {
  cues: ReadCue[];
  /** Cues that begin before the end of the one before them, or before its start. */
  overlapping: number;
  unordered: number;
  withoutText: number;
  reversed: number;
  /** Readings of characters, which stood beside them. */
  readings: number;
  /** Rows that rolling captions show again. */
  repeated: number;
  /** Rows, counted from 1, that look like times and cannot be read as such, and rows that stand before all cues. */
  unreadTimes: number[];
  outside: number[];
};

const VTT_HEADER = /^\ufeff?WEBVTT(?:[ \t]|$)/;
/** Blocks of VTT that are not shown; each ends with a blank line. */
const VTT_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
const NUMBER = /^[\s\ufeff]*(?:#|cue|no\.?|nr\.?)? ?[[(]?(\d{1,9})[\])]?[.:]?\s*$/i;
/** Everything between angle brackets is a tag in VTT; in SRT only what players know. */
const VTT_TAG = /<[^<>]*>/g;
const SRT_TAG = /<\/?(?:i|b|u|s|em|strong|font|c|v|lang|ruby|rt|rp|span)(?:[ .][^<>]*)?>/gi;
/** Positions and styles, as in `{\an8}` and `{y:i}`. */
const OVERRIDE = /\{(?:\\|[A-Za-z]:)[^{}]*\}/g;
const VOICE = /<v(?:\.[^<>\s]*)?[ \t]+([^<>]*)>/;
/** The reading of a character, as in `<ruby>漢<rt>かん</rt></ruby>`. */
const READING = /<rt(?:[ .][^<>]*)?>[^<>]*(?:<\/rt>|(?=<\/ruby>))/gi;
const READING_BRACKET = /<rp>[^<>]*<\/rp>/gi;
/** What a cue lasts whose end nothing tells. */
const OPEN_MS = 5000;
const LINE_BREAK_TAG = /<br ?\/?>|\\N|\\n(?![a-z])/g;
const NEXT_VOICE = /(?=<v(?:\.[^<>\s]*)?[ \t]+[^<>]*>)/;
/** Another person speaks, as live captions say it. */
const OTHER_SPEAKER = />>+ ?(?=\S)/.source;
/** How the words of each speaker begin, where a cue has several. */
const DASH = new RegExp(`^(?:[-‐-―−] ?(?=\\S)|${OTHER_SPEAKER})`);
const SPEAKER_MARKS = new RegExp(`^${OTHER_SPEAKER}`, 'gm');

/**
 * Reads the cues of a file, by their start. Styles, notes and regions are left out, tags and character references are
 * resolved, the words of several speakers in one cue become cues of their own. A cue whose times cannot be read, or are
 * open, lies between its neighbours; one from before the film begins with it. Never throws; a file that is neither has
 * no cues.
 */
export function parseCues(file: string): ReadCues {
  const rows = file.split(/\r\n|\n|\r/);
  const isVtt = VTT_HEADER.test(rows.find((row) => row.trim() !== '') ?? '');
  const { found, outside, unreadTimes } = findCues(rows, isVtt);
  const rate = frameRateOf(found.map(({ times }) => times));
  const counts = { overlapping: 0, unordered: 0, withoutText: 0, reversed: 0, readings: 0 };
  const cues: ReadCue[] = [];
  let [lastStart, lastEnd] = [Number.NEGATIVE_INFINITY, 0];
  for (const [i, { times, rows: cueRows }] of found.entries()) {
    const next = found[i + 1]?.times.start;
    const startMs = times.start ? msOf(times.start, rate) : lastEnd;
    const endMs = times.end ? msOf(times.end, rate) : Math.max(startMs, next ? msOf(next, rate) : startMs + OPEN_MS);
    const raw = cueRows.join('\n');
    const text = plainText(raw, isVtt);
    if (endMs < startMs) counts.reversed++;
    if (text === '') {
      counts.withoutText++;
      continue;
    }
    counts.readings += raw.match(READING)?.length ?? 0;
    if (startMs < lastStart) counts.unordered++;
    else if (startMs < lastEnd) counts.overlapping++;
    [lastStart, lastEnd] = [startMs, Math.max(startMs, endMs)];
    const cue = { startMs, endMs: lastEnd, role: voiceOf(raw), text };
    for (const one of speakersOf(cue, raw, isVtt)) cues.push(one);
  }
  const ordered = cues.toSorted((a, b) => a.startMs - b.startMs);
  for (const cue of ordered) [cue.startMs, cue.endMs] = [Math.max(0, cue.startMs), Math.max(0, cue.endMs)];
  const { cues: once, repeated } = withoutRepeats(ordered);
  return { cues: once, ...counts, repeated, outside, unreadTimes };
}

type FoundCue = { times: TimeRow; rows: string[] };

const OPEN: TimeRow = { start: undefined, end: undefined, rest: '' };

/** Finds the rows of each cue: those after its times, without the number or name of the next cue. */
function findCues(
  rows: readonly string[],
  isVtt: boolean,
): { found: FoundCue[]; outside: number[]; unreadTimes: number[] } {
  const [found, unreadTimes]: [FoundCue[], number[]] = [[], []];
  const [before, placesBefore]: [string[], number[]] = [[], []];
  const names = new CueNames(isVtt);
  let isInBlock = isVtt;
  for (const [i, row] of rows.entries()) {
    const times = timesOf(row) ?? (looksLikeTimes(row) ? OPEN : undefined);
    if (times === OPEN) unreadTimes.push(i + 1);
    if (times) {
      names.drop(found.at(-1)?.rows ?? before, found.length);
      found.push({ times, rows: times.rest === '' ? [] : [times.rest] });
      isInBlock = false;
    } else if (isInBlock) {
      isInBlock = !isBlank(row);
    } else if (isVtt && VTT_BLOCK.test(row) && isBlank(rows[i - 1])) {
      isInBlock = true;
    } else if (found.length > 0) {
      found.at(-1)?.rows.push(row);
    } else if (!isBlank(row)) {
      before.push(row);
      placesBefore.push(i + 1);
    }
  }
  names.dropLast(found.at(-1)?.rows ?? []);
  return { found, unreadTimes, outside: found.length > 0 ? placesBefore.slice(0, before.length) : [] };
}

/** Tells the number or name that stands above the times of a cue from the text of the cue before it. */
class CueNames {
  private last = 0;
  private isNumbered = false;
  private readonly isVtt: boolean;

  constructor(isVtt: boolean) {
    this.isVtt = isVtt;
  }

  /** Removes it from the end of the rows before the times of a cue. @param count of the cues before this one */
  drop(rows: string[], count: number): void {
    const end = rows.findLastIndex((row) => !isBlank(row));
    const number = numberIn(rows[end]);
    const isAfterBlank = end === 0 ? count === 0 : isBlank(rows[end - 1]);
    const isOnly = count > 0 && rows.slice(0, Math.max(0, end)).every(isBlank);
    const isNext = number === this.last + 1 || number === count + 1 || count === 0;
    const isName =
      number === undefined
        ? this.isVtt && isAfterBlank && end === rows.length - 1
        : isNext || (!isOnly && (isAfterBlank || this.isNumbered));
    if (end === -1 || !isName) return;
    rows.length = end;
    if (number === undefined) return;
    this.last = number;
    this.isNumbered = true;
  }

  /** Removes the number of a cue that a file cut off does not have any more. */
  dropLast(rows: string[]): void {
    const end = rows.findLastIndex((row) => !isBlank(row));
    if (end > 1 && isBlank(rows[end - 1]) && this.isNumbered && numberIn(rows[end]) === this.last + 1)
      rows.length = end;
  }
}

function numberIn(row: string | undefined): number | undefined {
  const digits = NUMBER.exec(row?.normalize('NFKC') ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function isBlank(row: string | undefined): boolean {
  return row === undefined || row.trim() === '';
}

/**
 * The cues of several speakers whose words a voice tag or a dash begins each: they share the time by the length of their
 * texts.
 */
function speakersOf(cue: ReadCue, raw: string, isVtt: boolean): ReadCue[] {
  const parts = raw.split(NEXT_VOICE);
  if (new Set(parts.map(voiceOf)).size > 1) {
    const said = parts.map((part) => ({ role: voiceOf(part), text: plainText(part, isVtt) }));
    return inSuccession(
      cue,
      said.filter(({ text }) => text !== ''),
    );
  }
  const rows = cue.text.split('\n');
  const isDialogue = DASH.test(rows[0] ?? '') && rows.filter((row) => DASH.test(row)).length > 1;
  if (!isDialogue) return [{ ...cue, text: cue.text.replace(SPEAKER_MARKS, '') }];
  const texts: string[] = [];
  for (const row of rows) {
    if (DASH.test(row)) texts.push(row.replace(DASH, ''));
    else texts.push(`${texts.pop()}\n${row}`);
  }
  return inSuccession(
    cue,
    texts.map((text) => ({ role: cue.role, text })),
  );
}

function inSuccession(cue: ReadCue, parts: readonly Pick<ReadCue, 'role' | 'text'>[]): ReadCue[] {
  const all = parts.reduce((length, { text }) => length + text.length, 0);
  let said = 0;
  const timeAt = (length: number): number => cue.startMs + Math.round(((cue.endMs - cue.startMs) * length) / all);
  return parts.map((part) => {
    const startMs = timeAt(said);
    said += part.text.length;
    return { ...part, startMs, endMs: timeAt(said) };
  });
}

function voiceOf(raw: string): string {
  return decodeEntities(VOICE.exec(raw)?.[1] ?? '').trim();
}

function plainText(raw: string, isVtt: boolean): string {
  const text = raw
    .replace(LINE_BREAK_TAG, '\n')
    .replace(OVERRIDE, '')
    .replace(READING, '')
    .replace(READING_BRACKET, '')
    .replace(isVtt ? VTT_TAG : SRT_TAG, '');
  return decodeEntities(text)
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .join('\n');
}
