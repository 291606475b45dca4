// A first filling of the hole of a small grid, layer by layer from its edge inwards.

import { type Grid, placesOf } from './grid.ts';
import { clampToPatches, type Matches, REACH } from './matches.ts';

/** So many comparisons of patches take about half a second. */
export const MAX_COMPARISONS = 30_000_000;

/**
 * Fills the hole in place, and notes the matches. Each pixel is taken from the known patch that is most like what is known
 * or filled already around the pixel; all are compared, or every so many of them if that would be too many.
 * @param depths as by `depthsOf`.
 */
export async function peel(
  grid: Grid,
  { isSource, match }: Matches,
  depths: Uint16Array,
  pause: () => Promise<void>,
): Promise<void> {
  const { width, channels, samples } = grid;
  const sources = placesOf(isSource);
  const inside = placesOf(grid.hole).sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0) || a - b);
  const stride = Math.ceil((inside.length * sources.length) / MAX_COMPARISONS);
  // Where each filled pixel was taken from.
  const origin = new Int32Array(depths.length).fill(-1);
  for (const pixel of inside) {
    const depth = depths[pixel] ?? 0;
    const centre = clampToPatches(grid, pixel);
    const seen: number[] = [];
    for (let dy = -REACH; dy <= REACH; dy++) {
      for (let dx = -REACH; dx <= REACH; dx++) {
        const offset = dy * width + dx;
        // Not the other pixels of this layer: their order would show.
        if ((depths[centre + offset] ?? 0) < depth) seen.push(offset * channels);
      }
    }
    const offsets = Int32Array.from(seen);
    let best = -1;
    let least = Number.MAX_SAFE_INTEGER;
    // Continuing a neighbour is often best, and a good match makes all other comparisons short.
    for (const step of [1, -1, width, -width]) {
      const neighbour = origin[pixel + step] ?? -1;
      const source = neighbour < 0 ? -1 : neighbour - step + centre - pixel;
      if (isSource[source] !== 1) continue;
      const found = differenceOf(grid, centre, source, offsets, least);
      if (found < least) [best, least] = [source, found];
    }
    for (let n = 0; n < sources.length; n += stride) {
      const source = sources[n] ?? 0;
      const found = differenceOf(grid, centre, source, offsets, least);
      if (found < least) {
        best = source;
        least = found;
      }
    }
    const from = best + pixel - centre;
    origin[pixel] = from;
    match[centre] = best;
    for (let c = 0; c < channels; c++) samples[pixel * channels + c] = samples[from * channels + c] ?? 0;
    await pause();
  }
}

/**
 * The sum of squared differences of two patches at the given offsets (of samples), or some larger value as soon as it is
 * not below `limit`.
 */
function differenceOf({ samples, channels }: Grid, a: number, b: number, offsets: Int32Array, limit: number): number {
  const [fromA, fromB] = [a * channels, b * channels];
  let sum = 0;
  for (let n = 0; n < offsets.length && sum < limit; n++) {
    const offset = offsets[n] ?? 0;
    for (let c = 0; c < channels; c++) {
      const difference = (samples[fromA + offset + c] ?? 0) - (samples[fromB + offset + c] ?? 0);
      sum += difference * difference;
    }
  }
  return sum;
}
