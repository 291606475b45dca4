// Where a text may be cut, found in one pass: after sentences, clauses and words.

import { isAbbreviation } from './abbreviations.ts';
import { codePointBefore, isUnspaced, isWhiteSpace } from './characters.ts';
import { findQuotations } from './quotations.ts';

/** What ends before a cut. */
export const AFTER = { nothing: 0, word: 1, clause: 2, sentence: 3 } as const;
/** Added to a mark inside a quotation. */
export const IN_QUOTATION = 4;

/** Classes of characters, the stronger punctuation the higher; `WIDE` punctuation needs no space behind it. */
const OTHER = 0;
const SPACE = 1;
const COMMA = 2;
const WIDE_COMMA = 3;
const STOP = 4;
const WIDE_STOP = 5;
const CLOSER = 6;
const OPENER = 7;

const CLASSES = new Uint8Array(0x10000);
function classify(characters: string, value: number): void {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = value;
}
for (let code = 0; code < CLASSES.length; code++) if (isWhiteSpace(code)) CLASSES[code] = SPACE;
// White space that keeps together what is around it.
classify('\u00a0\u2007\u202f\ufeff', OTHER);
classify('\u200b', SPACE);
classify('.!?\u037e\u0589\u061f\u06d4\u0964\u0965\u1362\u104b\u17d4\u203c\u2047\u2048\u2049', STOP);
classify('。！？｡．', WIDE_STOP);
classify(',;:–\u060c\u061b', COMMA);
classify('，、；：…—', WIDE_COMMA);
classify('”’"\'」』）)]】》〉»›＂', CLOSER);
classify('“‘「『（【《〈', OPENER);

const DIGIT = /\p{Nd}/u;
const LOWER_CASE = /\p{Ll}/u;
const UPPER_CASE = /\p{Lu}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** The number of a date or a list before a full stop: `3. Mai`. */
const ORDINAL = /(?:^|[^\p{L}\p{N}.,])\p{Nd}{1,2}$/u;
/** What belongs to the grapheme before it. */
const CONTINUES = /[\p{M}\p{Emoji_Modifier}\u200c\u200d]/u;

/**
 * The marks of `text`, one for each offset from 0 to its length: what ends before this offset (`AFTER`), and whether it is
 * inside a quotation (`IN_QUOTATION`). Closing marks and white space belong to what they follow. There is no mark inside
 * numbers, abbreviations, addresses, or between an abbreviation and the next word.
 * @param isProtected whether a quotation between two offsets is one to keep together.
 */
export function cutMarks(
  text: string,
  isProtected: (from: number, to: number) => boolean,
): { marks: Uint8Array; hasQuotations: boolean } {
  const marks = new Uint8Array(text.length + 1);
  for (let at = 0; at < text.length; ) {
    const group = CLASSES[text.charCodeAt(at)] ?? OTHER;
    if (group === OPENER && isUnspaced(codePointBefore(text, at))) marks[at] = AFTER.word;
    if (group === OTHER || group >= CLOSER) at++;
    else at = markAfter(text, at, marks);
  }
  return { marks, hasQuotations: markQuotations(text, marks, isProtected) };
}

/** Marks the end of the punctuation and white space at `start`, and returns it. */
function markAfter(text: string, start: number, marks: Uint8Array): number {
  let stop = OTHER;
  let at = start;
  while (isPunctuation(classAt(text, at))) stop = Math.max(stop, classAt(text, at++));
  const punctuationTo = at;
  if (stop !== OTHER) while (classAt(text, at) === CLOSER && closes(text, at, stop)) at++;
  const spaceFrom = at;
  let hasLineBreak = false;
  for (; classAt(text, at) === SPACE; at++) hasLineBreak ||= isLineBreak(text.charCodeAt(at));
  const next = text.codePointAt(at);
  if (next === undefined || (next >= 0x300 && CONTINUES.test(String.fromCodePoint(next)))) return at;
  const isSpaced = at > spaceFrom;
  if (hasLineBreak) marks[at] = AFTER.sentence;
  else if (stop === OTHER) marks[at] = isWordEnd(text, spaceFrom, at) ? AFTER.word : AFTER.nothing;
  else marks[at] = endAfter(text, next, { start, punctuationTo, at, stop, isSpaced });
  return at;
}

function classAt(text: string, at: number): number {
  return at < text.length ? (CLASSES[text.charCodeAt(at)] ?? OTHER) : OTHER;
}

function isPunctuation(group: number): boolean {
  return group >= COMMA && group <= WIDE_STOP;
}

/** Whether the closing mark at `at` belongs to what is before it. A straight quote after `：` opens instead. */
function closes(text: string, at: number, stop: number): boolean {
  const mark = text.charAt(at);
  if ((mark !== '"' && mark !== "'") || stop >= STOP) return true;
  return !LETTER_OR_DIGIT.test(text.charAt(at + 1));
}

type Punctuation = { start: number; punctuationTo: number; at: number; stop: number; isSpaced: boolean };

/** What ends with this punctuation, before the code point `next`. */
function endAfter(text: string, next: number, { start, punctuationTo, at, stop, isSpaced }: Punctuation): number {
  const isBetweenDigits = !isSpaced && at === punctuationTo && areDigits(text, start - 1, at);
  if (isBetweenDigits) return AFTER.nothing;
  if (stop === WIDE_STOP) return AFTER.sentence;
  const nextCharacter = String.fromCodePoint(next);
  if (stop === WIDE_COMMA) {
    const isEnd = isSpaced && text.charAt(punctuationTo - 1) === '…' && UPPER_CASE.test(nextCharacter);
    return isEnd ? AFTER.sentence : AFTER.clause;
  }
  if (!isSpaced && !isUnspaced(codePointBefore(text, start)) && !isUnspaced(next)) return AFTER.nothing;
  if (stop === COMMA) return AFTER.clause;
  const isOneDot = punctuationTo === start + 1 && text.charAt(start) === '.';
  if (isOneDot && isAbbreviation(text, start)) return AFTER.nothing;
  if (isOneDot && ORDINAL.test(text.slice(Math.max(0, start - 4), start))) return AFTER.word;
  return LOWER_CASE.test(nextCharacter) ? AFTER.clause : AFTER.sentence;
}

/** Whether white space ends a word: not inside a number (`10 000`), and not before punctuation. */
function isWordEnd(text: string, from: number, to: number): boolean {
  return !isPunctuation(classAt(text, to)) && !(to === from + 1 && areDigits(text, from - 1, to));
}

function areDigits(text: string, before: number, after: number): boolean {
  return before >= 0 && isDigit(text.charCodeAt(before)) && isDigit(text.charCodeAt(after));
}

function isDigit(code: number): boolean {
  if (code < 0x80) return code >= 0x30 && code <= 0x39;
  return code >= 0x660 && DIGIT.test(String.fromCharCode(code));
}

function isLineBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function markQuotations(text: string, marks: Uint8Array, isProtected: (from: number, to: number) => boolean): boolean {
  /** By how much the number of quotations around changes at each offset. */
  const steps = new Int32Array(marks.length);
  let count = 0;
  findQuotations(text, (from, to) => {
    if (!isProtected(from, to)) return;
    count++;
    steps[from + 1] = (steps[from + 1] ?? 0) + 1;
    steps[to] = (steps[to] ?? 0) - 1;
  });
  if (count === 0) return false;
  let depth = 0;
  for (let at = 0; at < marks.length; at++) {
    depth += steps[at] ?? 0;
    if (depth > 0) marks[at] = (marks[at] ?? 0) | IN_QUOTATION;
  }
  return true;
}
