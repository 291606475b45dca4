// Moves paragraphs within the document. Pure functions of the editor's state.

import type { EditorState, TransactionSpec } from '@codemirror/state';

/** Paragraphs from `first` to `last`, numbered from 1. */
export type Paragraphs = { first: number; last: number };

/** Returns the paragraphs that are moved with `paragraph`: all selected ones if it is among them, else itself. */
export function movedWith({ doc, selection }: EditorState, paragraph: number): Paragraphs {
  const { from, to } = selection.main;
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
  return paragraph >= first && paragraph <= last ? { first, last } : { first: paragraph, last: paragraph };
}

/**
 * Moves paragraphs before the paragraph `target`; one more than there are is the end. Returns null if they are there
 * already.
 */
export function moveParagraphs(
  { doc }: EditorState,
  { first, last }: Paragraphs,
  target: number,
): TransactionSpec | null {
  if (target >= first && target <= last + 1) return null;
  const [{ from }, { to }] = [doc.line(first), doc.line(last)];
  const isUp = target < first;
  const place = isUp ? doc.line(target).from : doc.line(target - 1).to;
  const text = doc.sliceString(from, to);
  // The line break before the paragraphs goes up with them, the one after them down.
  const gone = isUp ? { from: from - 1, to } : { from, to: to + 1 };
  const anchor = isUp ? place : place + 1 - (gone.to - gone.from);
  return {
    changes: [gone, { from: place, insert: isUp ? `${text}\n` : `\n${text}` }],
    selection: { anchor, head: anchor + text.length },
    scrollIntoView: true,
    userEvent: 'move.line',
  };
}
