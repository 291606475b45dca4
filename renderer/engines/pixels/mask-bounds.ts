// The part of a picture that a mask touches, so that the rest need not be processed.

import { cropCoverage } from './crop.ts';
import type { Columns, Coverage } from './pixels.ts';

/** A rectangle in whole pixels; `right` and `bottom` are exclusive. */
export type Bounds = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The smallest rectangle that contains all coverage; undefined for an empty mask. */
export function boundsOf({ data, width, height }: Coverage): Bounds | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    const { first, end } = coveredColumns(data.subarray(y * width, (y + 1) * width));
    if (end === 0) continue;
    left = Math.min(left, first);
    right = Math.max(right, end);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return right > 0 ? { left, top, right, bottom } : undefined;
}

/** The part of a row that contains all of its coverage; its end is 0 if there is none. */
export function coveredColumns(row: Uint8Array): Columns {
  const { words, from, to } = alignedWords(row);
  let first = 0;
  while (first < from && row[first] === 0) first += 1;
  if (first === from) for (let i = 0; i < words.length && words[i] === 0; i++) first += 4;
  while (first < row.length && row[first] === 0) first += 1;
  if (first === row.length) return { first: 0, end: 0 };
  let end = row.length;
  while (end > to && row[end - 1] === 0) end -= 1;
  if (end === to) for (let i = words.length - 1; i >= 0 && words[i] === 0; i--) end -= 4;
  while (row[end - 1] === 0) end -= 1;
  return { first, end };
}

/** Fewer pixels than this may contain no aligned group. */
const MIN_ALIGNED = 8;

/** The pixels `from` to before `to` of a row in groups of four, which are read at once because they are aligned in memory. */
function alignedWords(row: Uint8Array): { words: Int32Array; from: number; to: number } {
  if (row.length < MIN_ALIGNED) return { words: new Int32Array(), from: 0, to: 0 };
  const from = -row.byteOffset & 3;
  const words = new Int32Array(row.buffer, row.byteOffset + from, (row.length - from) >> 2);
  return { words, from, to: from + 4 * words.length };
}

/** The part of a mask within bounds widened by `margin`, and its position. */
export function cutAround(mask: Coverage, bounds: Bounds, margin: number): Coverage & { left: number; top: number } {
  const left = Math.max(0, bounds.left - margin);
  const top = Math.max(0, bounds.top - margin);
  const width = Math.min(mask.width, bounds.right + margin) - left;
  const height = Math.min(mask.height, bounds.bottom + margin) - top;
  return { ...cropCoverage(mask, { x: left, y: top, width, height }), left, top };
}
