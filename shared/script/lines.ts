// The lines of a script's text: its paragraphs, and who speaks them.

import { isWhiteSpace } from './characters.ts';
import { roleFinder } from './roles.ts';

/** A line of a text. All offsets are UTF-16 units of the whole text. */
export type TextLine = {
  /** Position among the lines, from 0. */
  index: number;
  /** The whole paragraph, without its line break. */
  from: number;
  to: number;
  /** As written before the colon, without white space around it; empty is the narrator. */
  role: string;
  /** What is spoken: without the role and without white space around it. Equal offsets mean that it is empty. */
  textFrom: number;
  textTo: number;
};

/** An edit of a text: what was from `from` to `to` became what is from `from` to `newTo`. */
export type TextChange = { from: number; to: number; newTo: number };

/**
 * The lines of `text`, in order. A line is what stands between line breaks (`\n`, `\r\n` or `\r`); blank lines are no
 * lines. What counts as a role says `roleFinder`; a role with nothing behind it is a line with empty text.
 */
export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  addLines(lines, text, 0, text.length);
  return lines;
}

/**
 * The same as `linesOf(text)`, from the lines before an edit: only changed paragraphs are read.
 * @param before the lines of the text before `change`.
 * @param text the text after it.
 */
export function linesAfter(before: readonly TextLine[], text: string, change: TextChange): TextLine[] {
  let from = change.from;
  while (from > 0 && !isLineBreak(text.charCodeAt(from - 1))) from--;
  let to = change.newTo;
  while (to < text.length && !isLineBreak(text.charCodeAt(to))) to++;
  const moved = change.newTo - change.to;
  const lines = before.slice(0, firstFrom(before, from));
  addLines(lines, text, from, to);
  for (let old = firstFrom(before, to - moved); old < before.length; old++) {
    const line = before[old];
    if (line !== undefined) lines.push(shifted(line, lines.length, moved));
  }
  return lines;
}

/** The number of lines that begin before `offset`. */
function firstFrom(lines: readonly TextLine[], offset: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.from ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function shifted({ role, from, to, textFrom, textTo }: TextLine, index: number, by: number): TextLine {
  return { index, from: from + by, to: to + by, role, textFrom: textFrom + by, textTo: textTo + by };
}

/** Adds the lines between two offsets, which are ends of paragraphs. */
function addLines(lines: TextLine[], text: string, start: number, end: number): void {
  const findRole = roleFinder();
  let feed = -1;
  let carriage = -1;
  for (let from = start; from < end; ) {
    if (feed < from) feed = offsetOf(text, '\n', from);
    if (carriage < from) carriage = offsetOf(text, '\r', from);
    const to = Math.min(feed, carriage, end);
    const first = skipSpace(text, from, to);
    if (first < to) lines.push(readLine(text, { index: lines.length, from, to, first }, findRole));
    from = to + 1;
  }
}

function offsetOf(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

function isLineBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

/** `first` is the first character of the paragraph that is no white space. */
type Paragraph = { index: number; from: number; to: number; first: number };

function readLine(text: string, paragraph: Paragraph, findRole: ReturnType<typeof roleFinder>): TextLine {
  const { index, from, to, first } = paragraph;
  const found = findRole(text, first, to);
  const textFrom = found === undefined ? first : skipSpace(text, found.colon + 1, to);
  let textTo = to;
  while (textTo > textFrom && isWhiteSpace(text.charCodeAt(textTo - 1))) textTo--;
  return { index, from, to, role: found?.name ?? '', textFrom, textTo };
}

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isWhiteSpace(text.charCodeAt(at))) at++;
  return at;
}
