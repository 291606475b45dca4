// For every patch of a grid that touches the hole, the known patch that is most like it (PatchMatch: Barnes et al. 2009).

import type { Grid } from './grid.ts';
import type { Random } from './random.ts';

/** A patch reaches this far around its centre, in pixels: 7 × 7. */
export const REACH = 3;

/** The patches of a grid and what was found for each. Patches lie wholly in the grid and are named by their centre. */
export type Matches = {
  /** Centres of the patches that touch the hole, row by row. */
  targets: Int32Array;
  /** 1 for the centres of patches that are known as a whole. */
  isSource: Uint8Array;
  /** For each centre of a target: the centre of a known patch, at first of any. Otherwise -1. */
  match: Int32Array;
  /** For each centre of a target: the sum of squared differences from that patch. */
  distance: Int32Array;
};

/** Lists the patches of a grid, with nothing measured yet; undefined if fewer than `minSources` are known as a whole. */
export function listPatches({ width, height, hole }: Grid, minSources: number): Matches | undefined {
  const sums = new Int32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0, row = 0; x < width; x++) {
      row += hole[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const count = width * height;
  const isSource = new Uint8Array(count);
  const targets: number[] = [];
  let sources = 0;
  for (let y = REACH; y < height - REACH; y++) {
    const top = (y - REACH) * (width + 1);
    const bottom = (y + REACH + 1) * (width + 1);
    for (let x = REACH; x < width - REACH; x++) {
      const [left, right] = [x - REACH, x + REACH + 1];
      const unknown =
        (sums[bottom + right] ?? 0) - (sums[bottom + left] ?? 0) - (sums[top + right] ?? 0) + (sums[top + left] ?? 0);
      if (unknown > 0) targets.push(y * width + x);
      else {
        isSource[y * width + x] = 1;
        sources++;
      }
    }
  }
  if (sources < minSources) return undefined;
  const match = new Int32Array(count).fill(-1);
  const any = isSource.indexOf(1);
  for (const target of targets) match[target] = any;
  return { targets: Int32Array.from(targets), isSource, match, distance: new Int32Array(count).fill(MAX_DISTANCE) };
}

const MAX_DISTANCE = 2 ** 30;

/** The centre of the patch that is nearest to a pixel: patches lie wholly in the grid. */
export function clampToPatches({ width, height }: Grid, pixel: number): number {
  const x = Math.max(REACH, Math.min(width - 1 - REACH, pixel % width));
  const y = Math.max(REACH, Math.min(height - 1 - REACH, Math.floor(pixel / width)));
  return y * width + x;
}

/** The sum of squared differences of two patches, or some larger value as soon as it is not below `limit`. */
function distanceOf({ samples, width, channels }: Grid, a: number, b: number, limit: number): number {
  const span = (2 * REACH + 1) * channels;
  const stride = width * channels;
  let from = (a - REACH * width - REACH) * channels;
  let to = (b - REACH * width - REACH) * channels;
  let sum = 0;
  for (let row = 0; row <= 2 * REACH && sum < limit; row++) {
    for (let i = 0; i < span; i++) {
      const difference = (samples[from + i] ?? 0) - (samples[to + i] ?? 0);
      sum += difference * difference;
    }
    from += stride;
    to += stride;
  }
  return sum;
}

/** Measures the matches again, after the hole's samples have changed. */
export function measureAgain(grid: Grid, { targets, match, distance }: Matches): void {
  for (const target of targets) distance[target] = distanceOf(grid, target, match[target] ?? 0, MAX_DISTANCE);
}

/**
 * Improves what was found: once through all targets, forwards or backwards, with the matches of the two neighbours passed
 * before, and others at random around the own one.
 */
export async function searchAround(
  grid: Grid,
  matches: Matches,
  isForward: boolean,
  random: Random,
  pause: () => Promise<void>,
): Promise<void> {
  const { width, height } = grid;
  const { targets, match } = matches;
  const step = isForward ? 1 : -1;
  const widest = Math.max(width, height);
  for (let n = 0; n < targets.length; n++) {
    const target = targets[isForward ? n : targets.length - 1 - n] ?? 0;
    offerNeighbours(grid, matches, target, step);
    offerNeighbours(grid, matches, target, step * width);
    const best = match[target] ?? 0;
    const x = best % width;
    const y = Math.floor(best / width);
    for (let reach = widest; reach >= 1; reach >>= 1) {
      const left = Math.max(REACH, x - reach);
      const right = Math.min(width - 1 - REACH, x + reach);
      const top = Math.max(REACH, y - reach);
      const bottom = Math.min(height - 1 - REACH, y + reach);
      offer(grid, matches, target, random(top, bottom) * width + random(left, right));
    }
    if ((n & 255) === 0) await pause();
  }
}

/** Offers what continues the match of a neighbour, `back` pixels before the target. */
function offerNeighbours(grid: Grid, matches: Matches, target: number, back: number): void {
  const found = matches.match[target - back] ?? -1;
  if (found >= 0) offer(grid, matches, target, found + back);
}

/** Takes a known patch as the match of a target if it is more like it than the one found so far. */
function offer(grid: Grid, { isSource, match, distance }: Matches, target: number, source: number): void {
  if (isSource[source] !== 1 || match[target] === source) return;
  const limit = distance[target] ?? 0;
  const found = distanceOf(grid, target, source, limit);
  if (found >= limit) return;
  match[target] = source;
  distance[target] = found;
}

/** How unlike the targets and their matches are, all together. */
export function totalDistance({ targets, distance }: Matches): number {
  return targets.reduce((sum, target) => sum + (distance[target] ?? 0), 0);
}
