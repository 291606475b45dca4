// Where a text may be broken into rows and cues: not inside graphemes, words and numbers, and best after a sentence.

import { isAbbreviation } from '../script/abbreviations.ts';

/** What ends before a break, the best first. `hard` is inside a word that is longer than a row. */
export type BreakRank = 'sentence' | 'clause' | 'word' | 'hard';

/** A stretch of graphemes that stays together: from `start` up to `end`, spaces after it not counted. */
export type Piece = { start: number; end: number; rank: BreakRank };

/** Scripts that are written without spaces between words; a dictionary finds their words. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/u;
/** Spaces at which a row may end; the no-break spaces are not among them. */
const SPACE = /^[\t \u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]+$/u;
const NUMBER_END = /[\p{Nd}]$/u;
const NUMBER_START = /^[\p{Nd}]/u;
const DASH = /^[—–]$/u;
const STRAIGHT_QUOTE = /^["']$/;
const OPENING = /^[\p{Ps}\p{Pi}]$/u;
/** A row does not begin with these. A dash and its twin stay together. */
const NOT_FIRST = /^[\p{Pe}\p{Pf}!?,.;:%…—–、。，！？；：・·～々ー・]$/u;
const CLOSING = /^["'\p{Pe}\p{Pf}]$/u;
const SENTENCE_END = /^[.!?…‽。！？｡؟।။។]$/u;
const CLAUSE_END = /^[,;:—–，；：、､،؛]$/u;
/** Graphemes around a full stop that tell whether it belongs to an abbreviation. */
const AROUND_STOP = 12;

const wordSegmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * Divides a text at all places where it may be broken. The last piece ends with the text.
 * @param graphemes of the text. @param columns of each grapheme. @param maxColumns of a row; a longer piece is divided.
 */
export function piecesOf(graphemes: readonly string[], columns: readonly number[], maxColumns: number): Piece[] {
  const wordStarts = wordStartsOf(graphemes);
  const pieces: Piece[] = [];
  let start = 0;
  let width = 0;
  for (let at = 0; at < graphemes.length; at++) {
    if (at > start && isBreak(graphemes, at, wordStarts)) {
      pieces.push({ start, end: trimEnd(graphemes, start, at), rank: rankAt(graphemes, at) });
      start = at;
      width = 0;
    }
    width += columns[at] ?? 0;
    if (width > maxColumns && !SPACE.test(graphemes[at] ?? '')) {
      const cut = lastWordStart(graphemes, start, at) ?? at;
      pieces.push({ start, end: trimEnd(graphemes, start, cut), rank: cut === at ? 'hard' : 'word' });
      start = cut;
      width = columns.slice(cut, at + 1).reduce((sum, column) => sum + column, 0);
    }
  }
  if (start < graphemes.length) {
    pieces.push({ start, end: trimEnd(graphemes, start, graphemes.length), rank: 'sentence' });
  }
  return pieces;
}

/** Indices of graphemes that begin a word, by the dictionary of the system; undefined where spaces divide the words. */
function wordStartsOf(graphemes: readonly string[]): ReadonlySet<number> | undefined {
  const text = graphemes.join('');
  if (!SPACELESS.test(text)) return undefined;
  const offsets = new Set(Array.from(wordSegmenter.segment(text), ({ index }) => index));
  const starts = new Set<number>();
  let offset = 0;
  for (const [i, grapheme] of graphemes.entries()) {
    if (offsets.has(offset)) starts.add(i);
    offset += grapheme.length;
  }
  return starts;
}

/** Whether a row may begin with the grapheme at an index. */
function isBreak(graphemes: readonly string[], at: number, wordStarts: ReadonlySet<number> | undefined): boolean {
  const next = graphemes[at] ?? '';
  const previous = graphemes[at - 1] ?? '';
  if (SPACE.test(next) || NOT_FIRST.test(next) || OPENING.test(previous)) return false;
  if (SPACE.test(previous)) {
    const word = graphemes[trimEnd(graphemes, 0, at) - 1] ?? '';
    return !(NUMBER_END.test(word) && NUMBER_START.test(next)) && !OPENING.test(word);
  }
  if (DASH.test(previous)) return !NUMBER_START.test(next);
  if (!SPACELESS.test(previous) && !SPACELESS.test(next)) return false;
  // A number and what it counts; a quotation mark that may belong to either side.
  if (NUMBER_END.test(previous) || STRAIGHT_QUOTE.test(previous) || STRAIGHT_QUOTE.test(next)) return false;
  return wordStarts?.has(at) ?? false;
}

/** Where the last word after a space begins, after `start` and up to `end`; undefined if there is no space. */
function lastWordStart(graphemes: readonly string[], start: number, end: number): number | undefined {
  for (let at = end; at > start; at--) {
    if (SPACE.test(graphemes[at - 1] ?? '') && !SPACE.test(graphemes[at] ?? '')) return at;
  }
  return undefined;
}

/** The end of a stretch without the spaces at its end. */
function trimEnd(graphemes: readonly string[], start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && SPACE.test(graphemes[trimmed - 1] ?? '')) trimmed--;
  return trimmed;
}

/** What ends before a grapheme, seen through spaces and closing marks. */
function rankAt(graphemes: readonly string[], at: number): BreakRank {
  let last = trimEnd(graphemes, 0, at) - 1;
  while (last > 0 && CLOSING.test(graphemes[last] ?? '')) last--;
  const mark = graphemes[last] ?? '';
  if (CLAUSE_END.test(mark)) return 'clause';
  if (!SENTENCE_END.test(mark)) return 'word';
  const before = graphemes.slice(Math.max(0, last - AROUND_STOP), last).join('');
  const behind = graphemes.slice(last, last + AROUND_STOP).join('');
  return mark === '.' && isAbbreviation(before + behind, before.length) ? 'word' : 'sentence';
}
