// Reads SRT and VTT, also files that break their rules: without numbers or blank lines, with either decimal mark, with
// hours or without.

import { decodeEntities } from '../text/entities.ts';

/** A cue as read. Rows are divided by `\n`; the role is that of a voice tag, else empty. */
export type ReadCue = { startMs: number; endMs: number; role: string; text: string };

/** `overlapping` and `unordered` count cues that begin before the end, or the start, of the one before them. */
export type ReadCues = {
  cues: ReadCue[];
  overlapping: number;
  unordered: number;
  withoutText: number;
  reversed: number;
};

const CLOCK = String.raw`(?:(\d{1,6}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,9}))?`;
const TIMES = new RegExp(String.raw`^\s*${CLOCK}\s*-{1,2}>\s*${CLOCK}(?:\s|$)`);
const LONGEST_TIMES = 1000;
const VTT_HEADER = /^WEBVTT(?:[ \t]|$)/;
/** Blocks of VTT that are not shown; each ends with a blank line. */
const VTT_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
const NUMBER = /^\s*\d+\s*$/;
/** Everything between angle brackets is a tag in VTT; in SRT only what players know. */
const VTT_TAG = /<[^<>]*>/g;
const SRT_TAG = /<\/?(?:i|b|u|s|em|strong|font|c|v|lang|ruby|rt|span)(?:[ .][^<>]*)?>/gi;
/** Positions and styles, as in `{\an8}`. */
const OVERRIDE = /\{\\[^{}]*\}/g;
const VOICE = /<v(?:\.[^<>\s]*)?[ \t]+([^<>]*)>/;
const LINE_BREAK_TAG = /<br ?\/?>/gi;

/**
 * Reads the cues of a file, by their start. Styles, notes and regions are left out, tags and character references are
 * resolved. Never throws; a file that is neither has no cues.
 */
export function parseCues(file: string): ReadCues {
  const rows = file.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const isVtt = VTT_HEADER.test(rows[0] ?? '');
  const found = findCues(rows, isVtt);
  const cues: ReadCue[] = [];
  const counts = { overlapping: 0, unordered: 0, withoutText: 0, reversed: 0 };
  let previous: ReadCue | undefined;
  for (const { startMs, endMs, rows: cueRows } of found) {
    const raw = cueRows.join('\n');
    const cue = { startMs, endMs: Math.max(startMs, endMs), role: voiceOf(raw), text: plainText(raw, isVtt) };
    if (endMs < startMs) counts.reversed++;
    if (cue.text === '') {
      counts.withoutText++;
      continue;
    }
    if (previous && startMs < previous.startMs) counts.unordered++;
    else if (previous && startMs < previous.endMs) counts.overlapping++;
    cues.push(cue);
    previous = cue;
  }
  return { cues: cues.sort((a, b) => a.startMs - b.startMs), ...counts };
}

/** Finds the rows of each cue: those after its times, without the number or name of the next cue. */
function findCues(rows: readonly string[], isVtt: boolean): { startMs: number; endMs: number; rows: string[] }[] {
  const cues: { startMs: number; endMs: number; rows: string[] }[] = [];
  let isInBlock = isVtt;
  for (const [i, row] of rows.entries()) {
    const isBlank = row.trim() === '';
    const times = timesOf(row);
    if (times) {
      dropIdentifier(cues.at(-1)?.rows, isVtt);
      cues.push({ ...times, rows: [] });
      isInBlock = false;
    } else if (isInBlock) {
      isInBlock = !isBlank;
    } else if (isVtt && VTT_BLOCK.test(row) && (rows[i - 1] ?? '').trim() === '') {
      isInBlock = true;
    } else {
      cues.at(-1)?.rows.push(row);
    }
  }
  return cues;
}

/** Removes from the end of a cue what belongs to the next: its number, or in VTT its name after a blank row. */
function dropIdentifier(rows: string[] | undefined, isVtt: boolean): void {
  const last = rows?.at(-1);
  if (!rows || last === undefined) return;
  const isAfterBlank = rows.length > 1 && rows.at(-2)?.trim() === '';
  if (NUMBER.test(last) || (isVtt && isAfterBlank)) rows.pop();
}

function timesOf(row: string): { startMs: number; endMs: number } | undefined {
  if (!row.includes('>') || row.length > LONGEST_TIMES) return undefined;
  const match = TIMES.exec(row);
  return match ? { startMs: msOf(match.slice(1, 5)), endMs: msOf(match.slice(5, 9)) } : undefined;
}

/** Hours, minutes, seconds and decimals as whole milliseconds. */
function msOf([hours, minutes, seconds, decimals]: (string | undefined)[]): number {
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1000 + Math.round(Number(`0.${decimals ?? 0}`) * 1000);
}

function voiceOf(raw: string): string {
  return decodeEntities(VOICE.exec(raw)?.[1] ?? '').trim();
}

function plainText(raw: string, isVtt: boolean): string {
  const text = raw
    .replace(LINE_BREAK_TAG, '\n')
    .replace(OVERRIDE, '')
    .replace(isVtt ? VTT_TAG : SRT_TAG, '');
  return decodeEntities(text)
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .join('\n');
}
