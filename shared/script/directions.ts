// Directions that are written into a line, between square brackets: how it is spoken, and pauses in it. They are no part
// of what is said.

import { SPEED } from '../speech/limits.ts';
import { RECOGNISED_EMOTIONS } from './emotion-words.ts';

/** Silence inside a text: before its UTF-16 unit `at`, `ms` milliseconds long. */
export type Pause = { at: number; ms: number };

/** The longest pause, in milliseconds. */
export const MAX_PAUSE_MS = 60_000;
/** More pauses in one line are left out: each makes a request more. */
export const MAX_PAUSES = 100;
/** A pause without a length. */
const USUAL_MS = 500;

/** What a direction says. */
type Meaning = { kind: 'pause'; ms: number } | { kind: 'emotion'; emotion: string } | { kind: 'speed'; speed: number };
/** A direction in a text, with its brackets: UTF-16 offsets. */
export type Direction = { from: number; to: number } & Meaning;

const BRACKETS = /\[([^[\]\r\n]{1,40})\]/g;
const PAUSE = /^(?:pause|停顿|暂停)\s*[:：]?\s*(?:(\d{1,5}(?:\.\d{1,3})?)\s*(ms|s|毫秒|秒)?)?$/i;
const SPEED_WORDS = /^(?:(?:speed|语速)\s*[:：]?\s*(\d(?:\.\d{1,2})?)\s*[x×倍]?|(\d(?:\.\d{1,2})?)\s*[x×倍])$/i;

/**
 * The directions in a text, in order: `[pause 0.8]` (seconds; also `800ms`), `[1.3x]`, and an emotion by its name,
 * `[angry]`. What else stands between brackets is said.
 */
export function directionsIn(text: string): Direction[] {
  if (!text.includes('[')) return [];
  return [...text.matchAll(BRACKETS)].flatMap(({ index, 0: whole, 1: words = '' }) => {
    const meaning = meaningOf(words.trim());
    return meaning === undefined ? [] : { from: index, to: index + whole.length, ...meaning };
  });
}

function meaningOf(words: string): Meaning | undefined {
  const pause = PAUSE.exec(words);
  if (pause !== null) {
    const [, length, unit = 's'] = pause;
    const isMs = /^(?:ms|毫秒)$/i.test(unit);
    const ms = length === undefined ? USUAL_MS : Math.round(Number(length) * (isMs ? 1 : 1000));
    return { kind: 'pause', ms: Math.min(ms, MAX_PAUSE_MS) };
  }
  const speed = SPEED_WORDS.exec(words);
  if (speed !== null) {
    const asked = Number(speed[1] ?? speed[2]);
    return { kind: 'speed', speed: Math.min(SPEED.max, Math.max(SPEED.min, asked)) };
  }
  const emotion = RECOGNISED_EMOTIONS.get(words.toLowerCase());
  return emotion === undefined ? undefined : { kind: 'emotion', emotion };
}

/** A line without its directions: what is said, piece by piece, and what they ask for. */
export type DirectedText = {
  /** Stretches of the text that are said, in order; `pauseMs` is the silence before each. */
  pieces: readonly { from: number; to: number; pauseMs: number }[];
  /** The silence after the last one. */
  lastMs: number;
  /** What is set last counts. */
  emotion?: string;
  speed?: number;
};

/** Takes the directions out of a text, with the white space that would be doubled; undefined if it has none. */
export function withoutDirections(text: string): DirectedText | undefined {
  const directions = directionsIn(text);
  if (directions.length === 0) return undefined;
  const pieces: { from: number; to: number; pauseMs: number }[] = [];
  const said: { emotion?: string; speed?: number } = {};
  let from = 0;
  let pauseMs = 0;
  let pauses = 0;
  const add = (to: number, isLast: boolean): void => {
    let end = to;
    if (isLast) while (end > from && isSpace(text, end - 1)) end--;
    if (end === from) return;
    pieces.push({ from, to: end, pauseMs });
    pauseMs = 0;
  };
  for (const direction of directions) {
    const isLast = text.slice(direction.to).trim() === '';
    add(direction.from, isLast);
    if (direction.kind === 'pause' && pauses < MAX_PAUSES) {
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs + direction.ms);
      pauses += 1;
    }
    if (direction.kind === 'emotion') said.emotion = direction.emotion;
    if (direction.kind === 'speed') said.speed = direction.speed;
    from = direction.to;
    const isAfterSpace = pieces.length === 0 || isSpace(text, direction.from - 1);
    if (isAfterSpace) while (from < text.length && isSpace(text, from)) from++;
  }
  add(text.length, true);
  return { pieces, lastMs: pauseMs, ...said };
}

/** The emotion that a text asks for, which its voice may not have; undefined if it asks for none. */
export function emotionIn(text: string): string | undefined {
  const last = directionsIn(text).findLast(({ kind }) => kind === 'emotion');
  return last?.kind === 'emotion' ? last.emotion : undefined;
}

/** What is said of a text: without its directions. */
export function saidText(text: string): string {
  const directed = withoutDirections(text);
  return directed === undefined ? text : directed.pieces.map(({ from, to }) => text.slice(from, to)).join('');
}

/**
 * A text whose pauses are shorter by so many milliseconds together, each by the same share; one of less than a tenth of a
 * second is taken out. Without pauses it is the same.
 */
export function withShorterPauses(text: string, byMs: number): string {
  const pauses = directionsIn(text).flatMap((one) => (one.kind === 'pause' ? [one] : []));
  const totalMs = pausesMs(pauses);
  const share = totalMs === 0 ? 1 : Math.max(0, 1 - byMs / totalMs);
  return pauses.reduceRight((changed, { from, to, ms }) => {
    const tenths = Math.floor((ms * share) / 100 + 1e-6);
    const [word] = /^\p{L}+/u.exec(changed.slice(from + 1).trimStart()) ?? ['pause'];
    if (tenths > 0) return `${changed.slice(0, from)}[${word} ${tenths / 10}]${changed.slice(to)}`;
    const isSpaced = isSpace(changed, to) && (from === 0 || isSpace(changed, from - 1));
    return changed.slice(0, from) + changed.slice(isSpaced ? to + 1 : to);
  }, text);
}

function isSpace(text: string, at: number): boolean {
  return at >= 0 && /\s/.test(text.charAt(at));
}

/**
 * The silence before each part of a text, and behind the last one, in milliseconds: one number more than there are parts.
 * @param parts of the text, in order; what is between them is not spoken, but its pauses are kept
 */
export function silencesAround(
  pauses: readonly Pause[],
  parts: readonly { start: number; end: number }[],
): readonly number[] {
  const sum = (from: number, to: number): number =>
    pauses.reduce((ms, pause) => (pause.at >= from && pause.at <= to ? ms + pause.ms : ms), 0);
  const before = parts.map(({ start }, index) => sum(index === 0 ? 0 : (parts[index - 1]?.end ?? 0), start));
  return [...before, parts.length === 0 ? 0 : sum(parts.at(-1)?.end ?? 0, Number.POSITIVE_INFINITY)];
}

/** The silence in a text, in milliseconds. */
export function pausesMs(pauses: readonly Pick<Pause, 'ms'>[] | undefined): number {
  return pauses?.reduce((ms, pause) => ms + pause.ms, 0) ?? 0;
}
