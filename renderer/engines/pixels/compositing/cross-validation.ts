// Whether a change of colours that is fitted to the ring around a mask would help beside it: each part of the ring is
// changed as was fitted to the other part, and judged.

import type { Checkpoint } from '../checkpoint.ts';
import type { RingColours } from './seam-ring.ts';

/** Finds a change from a part of the ring, and returns it as a function from a part to its changed colours. */
export type FitChange = (part: RingColours) => Promise<(part: RingColours) => Float32Array>;

/**
 * The colours of the ring, each changed as was fitted to the other part. The parts alternate in squares, as on a
 * chessboard: pixels of different parts are rarely neighbours.
 */
export async function crossValidate(
  colours: RingColours,
  squarePx: number,
  find: FitChange,
  checkpoint: Checkpoint,
): Promise<Float32Array> {
  const { x, y } = colours.places;
  const changed = new Float32Array(colours.result.length);
  const parts: [number[], number[]] = [[], []];
  for (let i = 0; i < x.length; i++) {
    const [column, row] = [Math.floor((x[i] ?? 0) / squarePx), Math.floor((y[i] ?? 0) / squarePx)];
    parts[(column + row) % 2 === 0 ? 0 : 1].push(i);
  }
  for (const [part, own] of parts.entries()) {
    await checkpoint();
    const change = await find(partOf(colours, parts[1 - part] ?? own));
    await checkpoint();
    const after = change(partOf(colours, own));
    for (const [from, to] of own.entries()) {
      for (let k = 0; k < 3; k++) changed[3 * to + k] = after[3 * from + k] ?? 0;
    }
  }
  return changed;
}

function partOf({ source, result, places }: RingColours, pixels: readonly number[]): RingColours {
  const count = pixels.length;
  const part = {
    source: new Float32Array(3 * count),
    result: new Float32Array(3 * count),
    places: { x: new Float64Array(count), y: new Float64Array(count) },
  };
  for (const [to, from] of pixels.entries()) {
    for (let k = 0; k < 3; k++) {
      part.source[3 * to + k] = source[3 * from + k] ?? 0;
      part.result[3 * to + k] = result[3 * from + k] ?? 0;
    }
    part.places.x[to] = places.x[from] ?? 0;
    part.places.y[to] = places.y[from] ?? 0;
  }
  return part;
}

/** Neighbours averaged before differences are compared: noise is in both pictures and would hide what was gained. */
const AVERAGED = 16;
/** A change must remove at least this share of the usual difference. */
const MIN_GAIN = 0.1;
/** Usual differences below this, in levels, are left. */
const NO_DIFFERENCE = 0.5;

/**
 * Whether `after` fits the source better than `before`: clearly by the median of what neighbours differ by, which
 * repainted places do not influence, and also by the mean difference of all pixels.
 */
export function isBetter(source: Float32Array, before: Float32Array, after: Float32Array): boolean {
  const [was, is] = [usualDifference(source, before), usualDifference(source, after)];
  const isClear = was >= NO_DIFFERENCE && is <= was * (1 - MIN_GAIN);
  return isClear && meanDifference(source, after) < meanDifference(source, before);
}

/** Mean difference of colours, in levels; 0 without any. */
export function meanDifference(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
  return sum / Math.max(1, a.length);
}

/** The median of what neighbours differ by on average, all channels together. */
function usualDifference(a: Float32Array, b: Float32Array): number {
  const sums = new Float32Array(3 * Math.ceil(a.length / (3 * AVERAGED)));
  for (let i = 0; i < a.length; i++) {
    const at = 3 * Math.floor(i / (3 * AVERAGED)) + (i % 3);
    sums[at] = (sums[at] ?? 0) + (a[i] ?? 0) - (b[i] ?? 0);
  }
  const sorted = Float32Array.from({ length: sums.length / 3 }, (_, group) => {
    const count = Math.min(3 * AVERAGED, a.length - 3 * AVERAGED * group);
    return sums.subarray(3 * group, 3 * group + 3).reduce((sum, one) => sum + Math.abs(one), 0) / count;
  }).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
