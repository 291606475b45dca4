// The lines of a script's text with their ids, which stay with them while the text changes. Pure functions.

import { type IdentifiedLine, keepIds } from '../../../shared/script/line-ids.ts';
import { linesAfter, linesOf, type TextLine } from '../../../shared/script/lines.ts';
import { changeBetween } from '../../../shared/script/text-edit.ts';

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

/** The same after the text has changed. Only lines that the change touches are compared. */
export function changeText(before: IdentifiedText, text: string, makeId: () => string): IdentifiedText {
  const change = changeBetween(before.text, text);
  const textLines = linesAfter(before.textLines, text, change);
  const endsBefore = before.textLines.findIndex(({ to }) => to >= change.from);
  const head = endsBefore === -1 ? before.textLines.length : endsBefore;
  const tail = before.textLines.length - 1 - before.textLines.findLastIndex(({ from }) => from <= change.to);
  const touched = before.textLines.slice(head, before.textLines.length - tail);
  const kept = keepIds(
    touched.map((line, at) => ({ id: before.ids[head + at] ?? makeId(), text: paragraphOf(before.text, line) })),
    textLines.slice(head, textLines.length - tail).map((line) => paragraphOf(text, line)),
    makeId,
    before.lost,
  );
  const ids = [...before.ids.slice(0, head), ...kept.ids, ...before.ids.slice(before.ids.length - tail)];
  return { text, textLines, ids, lost: kept.lost };
}

/** The lines as they are spoken: a single line is no script yet and has no role, whatever stands before a colon. */
export function spokenLines({ text, textLines }: IdentifiedText): readonly TextLine[] {
  const [only] = textLines;
  if (only === undefined || textLines.length > 1 || only.role === '') return textLines;
  const indent = text.slice(only.from, only.to).search(/\S/);
  return [{ ...only, role: '', textFrom: only.from + indent }];
}

function paragraphOf(text: string, { from, to }: TextLine): string {
  return text.slice(from, to);
}
