// Decides whether a result did nothing, from what was measured of it. Pure functions.

import type { EditItem } from '../../../shared/contract/library.ts';

/** `nothing`: the result is the same as its source; `almost`: nearly so. */
export type Unchanged = 'nothing' | 'almost';

/** Shares of changed pixels, inside a mask. Lossy formats change single pixels at hard edges. */
const MASKED = { nothing: 0.0005, almost: 0.01 } as const;
/** The same without a mask: a small edit of a large picture changes as little. */
const WHOLE = { nothing: 0, almost: 0.002 } as const;

/**
 * Returns the share, 0 to 1, of pixels that a result changed, inside the mask if there is one; null if it has not been
 * measured.
 */
export function changedRatioOf({ changedRatio, protected: made }: EditItem): number | null {
  // Results of earlier versions have it with their protected picture only.
  return changedRatio ?? made?.rawInsideChangedRatio ?? null;
}

/** Returns whether a result did nothing; null if it did something, or if that is not known. */
export function unchangedState(item: EditItem): Unchanged | null {
  const ratio = changedRatioOf(item);
  const limits = item.request.mask === null ? WHOLE : MASKED;
  if (ratio === null || ratio > limits.almost) return null;
  return ratio <= limits.nothing ? 'nothing' : 'almost';
}
