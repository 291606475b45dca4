// The lines of a script's text: its paragraphs, and who speaks them.

import { isWhiteSpace } from './characters.ts';
import { findRole } from './roles.ts';

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

/**
 * The lines of `text`, in order. A line is what stands between line breaks (`\n`, `\r\n` or `\r`); blank lines are no
 * lines. What counts as a role says `findRole`; a role with nothing behind it is a line with empty text.
 */
export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let feed = text.indexOf('\n');
  let carriage = text.indexOf('\r');
  for (let from = 0; from < text.length; ) {
    if (feed !== -1 && feed < from) feed = text.indexOf('\n', from);
    if (carriage !== -1 && carriage < from) carriage = text.indexOf('\r', from);
    const to = Math.min(feed === -1 ? text.length : feed, carriage === -1 ? text.length : carriage);
    const first = skipSpace(text, from, to);
    if (first < to) lines.push(readLine(text, lines.length, { from, to, first }));
    from = to + 1;
  }
  return lines;
}

function readLine(text: string, index: number, extent: { from: number; to: number; first: number }): TextLine {
  const { from, to, first } = extent;
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
