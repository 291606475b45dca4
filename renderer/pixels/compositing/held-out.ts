// Whether a change that was fitted to one part of the ring around a mask helps in the rest of it.

import type { RingColours } from './seam-ring.ts';

/** Side of the squares that alternate between the two parts, in pixels: pixels of different parts are rarely neighbours. */
const SQUARE_PX = 16;

/** Every other square of the ring, as on a chessboard. */
export function halfOf({ source, result, places }: RingColours, which: 0 | 1): RingColours {
  const isOwn = (i: number): boolean => {
    const [column, row] = [Math.floor((places.x[i] ?? 0) / SQUARE_PX), Math.floor((places.y[i] ?? 0) / SQUARE_PX)];
    return (column + row) % 2 === which;
  };
  const colours = (of: Float32Array): Float32Array => of.filter((_, i) => isOwn(Math.floor(i / 3)));
  return {
    source: colours(source),
    result: colours(result),
    places: { x: places.x.filter((_, i) => isOwn(i)), y: places.y.filter((_, i) => isOwn(i)) },
  };
}

/** Neighbours averaged before differences are compared: noise is in both pictures and would hide what was gained. */
const AVERAGED = 16;
/** A change must remove at least this share of the usual difference. */
const LEAST_GAIN = 0.1;
/** Usual differences below this, in levels, are left. */
const NO_DIFFERENCE = 0.5;

/**
 * Whether `after` fits the source better than the result: clearly by the median of what neighbours differ by, which
 * repainted places do not influence, and also by the mean difference of all pixels.
 */
export function isBetter({ source, result }: RingColours, after: Float32Array): boolean {
  const [was, is] = [usualDifference(source, result), usualDifference(source, after)];
  const isClear = was >= NO_DIFFERENCE && is <= was * (1 - LEAST_GAIN);
  return isClear && meanDifference(source, after) < meanDifference(source, result);
}

/** Mean difference of colours, in levels; 0 without any. */
export function meanDifference(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / Math.max(1, a.length);
}

function usualDifference(a: Float32Array, b: Float32Array): number {
  const groups = new Float32Array(3 * Math.ceil(a.length / (3 * AVERAGED)));
  const counts = new Float32Array(groups.length);
  for (let i = 0; i < a.length; i++) {
    const group = 3 * Math.floor(i / (3 * AVERAGED)) + (i % 3);
    groups[group] = (groups[group] ?? 0) + (a[i] ?? 0) - (b[i] ?? 0);
    counts[group] = (counts[group] ?? 0) + 1;
  }
  const sorted = groups.map((sum, group) => Math.abs(sum / (counts[group] ?? 1))).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
