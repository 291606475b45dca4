// Cutting a text into parts that a relay takes, each at most so many UTF-8 bytes.

import { AFTER, cutMarks, IN_QUOTATION } from './cut-marks.ts';
import { inkOf } from './ink.ts';
import { isInUnspaced, nearestStart, type Search } from './segments.ts';
import { unbreakable } from './unbreakable.ts';

/** The longest character in UTF-8. A part may have to hold one. */
const MIN_LIMIT = 4;
/** Part of the wanted size that a part has at least, by what ends with it; a smaller one only if there is no other cut. */
const MIN_SHARE = [0, 1 / 2, 1 / 4, 1 / 8] as const;
/** What a cut may be after, the best first. */
const BEST_FIRST = [AFTER.sentence, AFTER.clause, AFTER.word] as const;

/** The text with what is known about it. */
type Measured = {
  text: string;
  /** The UTF-8 bytes before each offset. */
  sizes: Uint32Array;
  marks: Uint8Array;
  hasQuotations: boolean;
  ink: ReturnType<typeof inkOf>;
  isUnbreakable: (at: number) => boolean;
};

/** Where the next part, from `from` on, may end: up to `to`, if possible from `first` to `last`. */
type Window = {
  from: number;
  to: number;
  first: number;
  last: number;
  hasWords: boolean;
  /** Bytes before the cut that is wanted, so that all parts are equally long. */
  wantedBytes: number;
  /** With fewer bytes before the cut there would be more parts than needed. */
  leastBytes: number;
};

/**
 * Cuts `text` into parts of at most `limitBytes` UTF-8 bytes each; joined they are the text. A text within the limit is one
 * part. The parts are about equally long: of the ends of sentences in reach the one is taken that does this best; if there
 * is none, of clauses, then of words. Ends that would make a tiny part come after all of these. No cut is inside a quotation, an address, a number or an abbreviation that is within
 * the limit, unless there is no other place. White space stays with what is before it, and each part has something to
 * speak, where that can be.
 *
 * No cut is inside a grapheme either, with one exception: a grapheme over the limit is cut between its code points, because
 * the limit holds for all parts. A surrogate pair is never cut.
 * @param limitBytes at least 4, the size of the longest character; a smaller one throws a RangeError.
 */
export function splitText(text: string, limitBytes: number): string[] {
  if (!(limitBytes >= MIN_LIMIT)) throw new RangeError(`A part cannot have ${limitBytes} bytes`);
  if (text.length * 3 <= limitBytes) return [text];
  const sizes = sizesBefore(text);
  const size = (from: number, to: number): number => (sizes[to] ?? 0) - (sizes[from] ?? 0);
  if (size(0, text.length) <= limitBytes) return [text];

  const isProtected = (from: number, to: number): boolean => size(from, to) <= limitBytes;
  const { marks, hasQuotations } = cutMarks(text, isProtected);
  let inside: Uint8Array | undefined;
  const isUnbreakable = (at: number): boolean => {
    inside ??= unbreakable(text, isProtected);
    return inside[at] === 1;
  };
  const measured = { text, sizes, marks, hasQuotations, ink: inkOf(text), isUnbreakable };
  const parts: string[] = [];
  let from = 0;
  while (size(from, text.length) > limitBytes) {
    const to = nextCut(measured, windowAt(measured, from, limitBytes));
    parts.push(text.slice(from, to));
    from = to;
  }
  parts.push(text.slice(from));
  return parts;
}

/** The UTF-8 bytes before each offset; inside a surrogate pair those before its end. */
function sizesBefore(text: string): Uint32Array {
  const sizes = new Uint32Array(text.length + 1);
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code < 0xd800 || code > 0xdbff || !isLowSurrogate(text.charCodeAt(at + 1))) bytes += 3;
    else {
      bytes += 4;
      sizes[++at] = bytes;
    }
    sizes[at + 1] = bytes;
  }
  return sizes;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function windowAt({ text, sizes, ink }: Measured, from: number, limitBytes: number): Window {
  const begun = sizes[from] ?? 0;
  const left = (sizes[text.length] ?? 0) - begun;
  const parts = Math.ceil(left / limitBytes);
  let to = from;
  while ((sizes[to + 1] ?? Number.POSITIVE_INFINITY) - begun <= limitBytes) to++;
  return {
    from,
    to,
    ...ink(from, to),
    wantedBytes: begun + left / parts,
    leastBytes: begun + left - limitBytes * (parts - 1),
  };
}

/** The best cut of the window. */
function nextCut(measured: Measured, window: Window): number {
  const { text, marks, isUnbreakable } = measured;
  const { large, small } = bestMarks(measured, window);
  const search = searchIn(measured, window);
  for (const quotation of measured.hasQuotations ? [0, IN_QUOTATION] : [0]) {
    const isAllowed = (at: number): boolean =>
      isInUnspaced(text, at) && ((marks[at] ?? 0) & IN_QUOTATION) === quotation && !isUnbreakable(at);
    const cut = firstOf(large, quotation) ?? wordIn(window, search, isAllowed) ?? firstOf(small, quotation);
    if (cut !== undefined) return cut;
  }
  const isBreakable = (at: number): boolean => !isUnbreakable(at);
  const anywhere = { ...search, first: window.from + 1, last: window.to };
  return (
    wordIn(window, search, isBreakable) ??
    nearestStart(search, 'grapheme', isBreakable) ??
    nearestStart(search, 'grapheme', () => true) ??
    nearestStart(anywhere, 'grapheme', () => true) ??
    window.to
  );
}

function wordIn({ hasWords }: Window, search: Search, isAllowed: (at: number) => boolean): number | undefined {
  return hasWords ? nearestStart(search, 'word', isAllowed) : undefined;
}

function firstOf(cuts: readonly number[], quotation: number): number | undefined {
  for (const end of BEST_FIRST) {
    const cut = cuts[quotation | end];
    if (cut !== undefined) return cut;
  }
  return undefined;
}

/** For each kind of mark the best cut of the window, apart by whether the part before it is large enough. */
function bestMarks(measured: Measured, window: Window): { large: number[]; small: number[] } {
  const { marks, sizes } = measured;
  const begun = sizes[window.from] ?? 0;
  const best: { large: number[]; small: number[] } = { large: [], small: [] };
  for (let at = window.first; at <= window.last; at++) {
    const mark = marks[at] ?? 0;
    const end = mark & ~IN_QUOTATION;
    if (end === AFTER.nothing) continue;
    const isLarge = (sizes[at] ?? 0) - begun >= (MIN_SHARE[end] ?? 0) * (window.wantedBytes - begun);
    const cuts = isLarge ? best.large : best.small;
    const before = cuts[mark];
    if (before === undefined || distance(sizes, window, at) < distance(sizes, window, before)) cuts[mark] = at;
  }
  return best;
}

/** How far a cut is from where it is wanted, in bytes; one that leads to more parts than needed counts as further. */
function distance(sizes: Uint32Array, { wantedBytes, leastBytes }: Window, at: number): number {
  const bytes = sizes[at] ?? 0;
  return Math.abs(bytes - wantedBytes) + (bytes < leastBytes ? wantedBytes : 0);
}

function searchIn({ text, sizes }: Measured, window: Window): Search {
  let wanted = window.from;
  while (wanted < window.to && (sizes[wanted] ?? 0) < window.wantedBytes) wanted++;
  const { from, first, last } = window;
  return { text, from, first, last, wanted, distance: (at) => distance(sizes, window, at) };
}
