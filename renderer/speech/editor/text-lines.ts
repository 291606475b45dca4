// Finds the lines of a script in the document: the paragraphs that are not blank. Kept up to date by what changes, so
// that a key costs no reading of the whole text.

import { type ChangeSet, StateField, type Text } from '@codemirror/state';

/** Maps paragraphs, numbered from 1 as in the document, to lines, which have an index from 0. */
export type TextLines = {
  count: number;
  /** Returns the index of the line that a paragraph is, or null if it is blank. */
  indexOf: (paragraph: number) => number | null;
  /** Returns the paragraph that a line is, or null if there is no such line. */
  paragraphOf: (index: number) => number | null;
};

/** `before[n]` is the number of lines among the first `n` paragraphs. */
type Counts = { before: Uint32Array };

const WRITTEN = /\S/;

/** The lines of the document; read them with `linesOf`. */
export const linesField = StateField.define<Counts>({
  create: ({ doc }) => ({ before: countAll(doc) }),
  update: (counts, { docChanged, changes, startState, newDoc }) =>
    docChanged ? updated(counts, changes, startState.doc, newDoc) : counts,
});

/** Returns the lines that a state of the editor has counted. */
export function linesOf({ before }: Counts): TextLines {
  const paragraphs = before.length - 1;
  const count = at(before, paragraphs);
  return {
    count,
    indexOf: (paragraph) => (at(before, paragraph) > at(before, paragraph - 1) ? at(before, paragraph - 1) : null),
    paragraphOf: (index) => {
      if (index < 0 || index >= count) return null;
      // The first paragraph with more than `index` lines up to it.
      let [low, high] = [1, paragraphs];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (at(before, middle) > index) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}

function countAll(doc: Text): Uint32Array {
  const before = new Uint32Array(doc.lines + 1);
  count(doc, 1, doc.lines, before);
  return before;
}

/** Fills in the counts from paragraph `first` to `last`; those before must be there. */
function count(doc: Text, first: number, last: number, before: Uint32Array): void {
  let paragraph = first;
  for (const text of doc.iterLines(first, last + 1)) {
    before[paragraph] = at(before, paragraph - 1) + (WRITTEN.test(text) ? 1 : 0);
    paragraph += 1;
  }
}

function updated(old: Counts, changes: ChangeSet, oldDoc: Text, doc: Text): Counts {
  let [toOld, fromNew, toNew] = [0, doc.length, 0];
  changes.iterChangedRanges((_from, toA, fromB, toB) => {
    [toOld, fromNew, toNew] = [Math.max(toOld, toA), Math.min(fromNew, fromB), Math.max(toNew, toB)];
  });
  const lastOld = oldDoc.lineAt(toOld).number;
  const [first, last] = [doc.lineAt(fromNew).number, doc.lineAt(toNew).number];
  if (lastOld === last && isSame(doc, first, last, old.before)) return old;
  const before = new Uint32Array(doc.lines + 1);
  before.set(old.before.subarray(0, first));
  count(doc, first, last, before);
  const more = at(before, last) - at(old.before, lastOld);
  before.set(old.before.subarray(lastOld + 1), last + 1);
  if (more !== 0)
    for (let paragraph = last + 1; paragraph < before.length; paragraph++)
      before[paragraph] = at(before, paragraph) + more;
  return { before };
}

/** Whether the paragraphs from `first` to `last` are lines, and are none, where they were before. */
function isSame(doc: Text, first: number, last: number, before: Uint32Array): boolean {
  let paragraph = first;
  for (const text of doc.iterLines(first, last + 1)) {
    if (WRITTEN.test(text) !== at(before, paragraph) > at(before, paragraph - 1)) return false;
    paragraph += 1;
  }
  return true;
}

function at(counts: Uint32Array, position: number): number {
  return counts[position] ?? 0;
}
