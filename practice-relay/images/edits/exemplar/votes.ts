// Gives the hole of a grid the colours that the matches of the patches around each pixel agree on.

import type { Grid } from './grid.ts';
import { type Matches, REACH } from './matches.ts';

/** How much less a patch counts for each pixel that its centre is farther inside the hole. */
const DECAY = 1.3;
const MAX_DEPTH = 40;
const CONFIDENCE = Float64Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => DECAY ** -depth);

/** How deep each pixel lies in the hole, in pixels: 0 outside of it, 1 at its edge. */
export function depthsOf({ width, height, hole }: Grid): Uint16Array {
  const depths = new Uint16Array(width * height);
  const sweep = (from: number, to: number, step: number): void => {
    for (let i = from; i !== to; i += step) {
      if (hole[i] === 0) continue;
      const x = i % width;
      const before = step > 0 ? x > 0 : x < width - 1;
      const side = before ? (depths[i - step] ?? 0) : FAR;
      const row = i - step * width;
      const above = row >= 0 && row < depths.length ? (depths[row] ?? 0) : FAR;
      depths[i] = Math.min(step > 0 ? FAR : (depths[i] ?? FAR), side + 1, above + 1);
    }
  };
  sweep(0, depths.length, 1);
  sweep(depths.length - 1, -1, -1);
  return depths;
}

const FAR = 60_000;

/**
 * Sets the samples of the hole: the mean of what the matched patches have in their places, more of those that fit well
 * and of those near the edge.
 */
export async function vote(
  grid: Grid,
  { match, distance }: Matches,
  depths: Uint16Array,
  pause: () => Promise<void>,
): Promise<void> {
  const { width, height, channels, samples, hole } = grid;
  // A level that keeps patches that are exactly alike from being the only ones that count.
  const floor = (2 * REACH + 1) ** 2 * channels * 4;
  const sums = new Float64Array(channels);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (hole[i] === 0) continue;
      sums.fill(0);
      let total = 0;
      const [top, bottom] = [Math.max(REACH, y - REACH), Math.min(height - 1 - REACH, y + REACH)];
      const [left, right] = [Math.max(REACH, x - REACH), Math.min(width - 1 - REACH, x + REACH)];
      for (let v = top; v <= bottom; v++) {
        for (let u = left; u <= right; u++) {
          const target = v * width + u;
          const source = match[target] ?? -1;
          if (source < 0) continue;
          const likeness = floor / (floor + (distance[target] ?? 0));
          const weight = likeness * likeness * (CONFIDENCE[Math.min(MAX_DEPTH, depths[target] ?? 0)] ?? 0);
          const from = (source + i - target) * channels;
          total += weight;
          for (let c = 0; c < channels; c++) sums[c] = (sums[c] ?? 0) + weight * (samples[from + c] ?? 0);
        }
      }
      if (total > 0) for (let c = 0; c < channels; c++) samples[i * channels + c] = Math.round((sums[c] ?? 0) / total);
    }
    await pause();
  }
}
