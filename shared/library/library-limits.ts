// Limits of the items of the library, and of what is done with many of them.

/** How many items one request deletes, restores, saves or drags at once. */
export const MAX_AT_ONCE = 1000;

/** Longest title that a person can give an item, in characters. */
export const MAX_TITLE = 200;
/** The first half of a character of two code units, left behind by a cut. */
const HALF_AT_END = /[\ud800-\udbff]$/;

/** The beginning of a title, no longer than a title may be. */
export function shortTitle(title: string): string {
  return title.slice(0, MAX_TITLE).replace(HALF_AT_END, '').toWellFormed();
}
