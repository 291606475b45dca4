// The lines of a script's text with their ids, which stay with them while the text changes. Pure functions.

import { type IdentifiedLine, keepIds } from '../../../shared/script/line-ids.ts';
import { linesAfter, linesOf, type TextChange, type TextLine } from '../../../shared/script/lines.ts';

/** A text with its lines and their ids, and the lines that it has lost. */
export type IdentifiedText = {
  text: string;
  textLines: readonly TextLine[];
  ids: readonly string[];
  lost: readonly IdentifiedLine[];
};

/** A text to begin with. @param idAt the id of the line at an index, if it has one already. */
export function identifyLines(
  text: string,
  idAt: (index: number) => string | undefined,
  makeId: () => string,
): IdentifiedText {
  const textLines = linesOf(text);
  return { text, textLines, ids: textLines.map(({ index }) => idAt(index) ?? makeId()), lost: [] };
}

/** The same after the text has changed. */
export function changeText(before: IdentifiedText, text: string, makeId: () => string): IdentifiedText {
  const known = before.ids.map((id, index) => ({ id, text: paragraphOf(before.text, before.textLines[index]) }));
  const textLines = linesAfter(before.textLines, text, changeBetween(before.text, text));
  const texts = textLines.map((line) => paragraphOf(text, line));
  return { text, textLines, ...keepIds(known, texts, makeId, before.lost) };
}

/** The lines as they are spoken: a single line is no script yet and has no role, whatever stands before a colon. */
export function spokenLines({ text, textLines }: IdentifiedText): readonly TextLine[] {
  const [only] = textLines;
  if (only === undefined || textLines.length > 1 || only.role === '') return textLines;
  const indent = text.slice(only.from, only.to).search(/\S/);
  return [{ ...only, role: '', textFrom: only.from + indent }];
}

/** Characters that are compared at once. */
const COMPARED_AT_ONCE = 4096;

/** The smallest edit that makes `after` of `before`. Long texts are compared in pieces, which is fast. */
function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from + COMPARED_AT_ONCE <= shorter && after.startsWith(before.slice(from, from + COMPARED_AT_ONCE), from))
    from += COMPARED_AT_ONCE;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  let same = 0;
  const endsEqually = (length: number): boolean =>
    before.slice(before.length - same - length, before.length - same) ===
    after.slice(after.length - same - length, after.length - same);
  while (same + COMPARED_AT_ONCE <= shorter - from && endsEqually(COMPARED_AT_ONCE)) same += COMPARED_AT_ONCE;
  while (same < shorter - from && endsEqually(1)) same++;
  return { from, to: before.length - same, newTo: after.length - same };
}

function paragraphOf(text: string, line: TextLine | undefined): string {
  return line === undefined ? '' : text.slice(line.from, line.to);
}
