// The smallest edit between two versions of a text: found where the text is typed, applied where it is kept.

import type { TextChange } from './lines.ts';

/** What was from `from` to `to` became `insert`; then the text is `length` long. All in UTF-16 units. */
export type TextEdit = { from: number; to: number; insert: string; length: number };

/** Characters that are compared at once. */
const COMPARED_AT_ONCE = 4096;

/** The smallest edit that makes `after` of `before`. Long texts are compared in pieces, which is fast. */
export function changeBetween(before: string, after: string): TextChange {
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

/** The same with what was inserted. */
export function editBetween(before: string, after: string): TextEdit {
  const { from, to, newTo } = changeBetween(before, after);
  return { from, to, insert: after.slice(from, newTo), length: after.length };
}

/** Returns the text after an edit; null if the edit was made to a text of another length. */
export function editedText(text: string, { from, to, insert, length }: TextEdit): string | null {
  if (from > to || to > text.length) return null;
  const edited = text.slice(0, from) + insert + text.slice(to);
  return edited.length === length ? edited : null;
}
