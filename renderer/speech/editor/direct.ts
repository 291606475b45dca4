// Writes directions into the text.

import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { type Direction, directionsIn, withShorterPauses } from '../../../shared/script/directions.ts';
import { linesField, linesOf } from './text-lines.ts';

/**
 * Writes a direction as a step that can be undone: a pause where the cursor is in the line, or at its end; anything else at
 * the beginning of what is said, or in place of the one of its kind that counts. Empty takes that away.
 * @param line its index, and how many UTF-16 units at its beginning are not spoken
 * @param direction with its brackets
 */
export function direct(
  view: EditorView,
  { index, unspoken }: { index: number; unspoken: number },
  kind: Direction['kind'],
  direction: string,
): void {
  const { doc, selection } = view.state;
  const number = linesOf(view.state.field(linesField)).paragraphOf(index);
  if (number === null) return;
  const { from, to, text } = doc.line(number);
  const { head } = selection.main;
  const known = kind === 'pause' ? undefined : directionsIn(text).findLast((one) => one.kind === kind);
  const spokenFrom = unspoken + (/^\s*/.exec(text.slice(unspoken))?.[0].length ?? 0);
  const at = kind !== 'pause' ? from + spokenFrom : head >= from + spokenFrom && head <= to ? head : to;
  const replaced = known === undefined ? { from: at, to: at } : { from: from + known.from, to: from + known.to };
  const before = doc.sliceString(replaced.from - 1, replaced.from);
  const behind = doc.sliceString(replaced.to, replaced.to + 1);
  const isSpaced = (character: string): boolean => /^\s?$/.test(character);
  const insert =
    known !== undefined || direction === ''
      ? direction
      : `${isSpaced(before) ? '' : ' '}${direction}${isSpaced(behind) && behind !== '' ? '' : ' '}`;
  view.dispatch({
    changes: { ...replaced, insert },
    selection: { anchor: replaced.from + insert.length },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.direction',
    scrollIntoView: true,
  });
  view.focus();
}

/** Makes the pauses in a line shorter, by so many milliseconds together, as a step that can be undone. */
export function shortenPauses(view: EditorView, index: number, byMs: number): void {
  const number = linesOf(view.state.field(linesField)).paragraphOf(index);
  if (number === null) return;
  const { from, to, text } = view.state.doc.line(number);
  view.dispatch({
    changes: { from, to, insert: withShorterPauses(text, byMs) },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.direction',
  });
  view.focus();
}
