// Evens out the tones of pieces that come from different places: what is brighter or bluer in one of them.

import { type Grid, placesOf } from './grid.ts';
import { clampToPatches, type Matches } from './matches.ts';

/** For each pixel of a grid, row by row, what is added to red, green and blue. */
export type Tones = Float32Array;

/** Differences of tone above this, in levels, are taken for an edge of something, which stays. */
const MAX_LEVELS = 16;
/** Enough for a hole of some 300 pixels across. */
const SWEEPS = 120;
/** Over-relaxation: the best factor for holes of that size. */
const FACTOR = 1.95;
/** Edges of something do not hold tones apart altogether. */
const MIN_WEIGHT = 1e-3;

/**
 * Finds tones that make neighbours from different places meet, and that meet the known pixels at the edge of the hole
 * (Pérez et al. 2003, on differences). Zero outside the hole.
 */
export async function findTones(grid: Grid, { match }: Matches, pause: () => Promise<void>): Promise<Tones> {
  const { width, hole } = grid;
  const inside = placesOf(hole);
  const offsets = new Int32Array(hole.length);
  for (const pixel of inside) {
    const centre = clampToPatches(grid, pixel);
    offsets[pixel] = (match[centre] ?? centre) - centre;
  }
  const tones: Tones = new Float32Array(hole.length * 3);
  // For each pixel of the hole: the weights of its four neighbours, which sum up to 1, and what they are off by.
  const weights = new Float32Array(inside.length * 4);
  const constants = new Float32Array(inside.length * 3);
  for (let n = 0; n < inside.length; n++) weigh(grid, offsets, inside[n] ?? 0, n, weights, constants);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let n = 0; n < inside.length; n++) {
      const at = (inside[n] ?? 0) * 3;
      const left = weights[n * 4] ?? 0;
      const right = weights[n * 4 + 1] ?? 0;
      const above = weights[n * 4 + 2] ?? 0;
      const below = weights[n * 4 + 3] ?? 0;
      for (let c = 0; c < 3; c++) {
        const own = tones[at + c] ?? 0;
        const mean =
          left * (tones[at + c - 3] ?? 0) +
          right * (tones[at + c + 3] ?? 0) +
          above * (tones[at + c - 3 * width] ?? 0) +
          below * (tones[at + c + 3 * width] ?? 0) +
          (constants[n * 3 + c] ?? 0);
        tones[at + c] = own + FACTOR * (mean - own);
      }
    }
    await pause();
  }
  return tones;
}

/** Computes the weights and constants of one pixel, the `n`-th of the hole. */
function weigh(
  grid: Grid,
  offsets: Int32Array,
  pixel: number,
  n: number,
  weights: Float32Array,
  constants: Float32Array,
): void {
  const { width, height, hole } = grid;
  const x = pixel % width;
  const neighbours = [x > 0 ? -1 : 0, x < width - 1 ? 1 : 0, pixel >= width ? -width : 0];
  neighbours.push(pixel < width * (height - 1) ? width : 0);
  let total = 0;
  for (const [k, step] of neighbours.entries()) {
    if (step === 0) continue;
    const other = pixel + step;
    const [own, its] = [offsets[pixel] ?? 0, offsets[other] ?? 0];
    // Each of the two pieces also shows what would be in the place of the other.
    const places = [pixel, other].filter((place) => hole[place + own] === 0 && hole[place + its] === 0);
    const differences = [0, 1, 2].map((c) => {
      const sum = places.reduce(
        (sum, place) => sum + sampleAt(grid, place + its, c) - sampleAt(grid, place + own, c),
        0,
      );
      return sum / Math.max(1, places.length);
    });
    const largest = Math.max(...differences.map(Math.abs));
    const weight = Math.max(MIN_WEIGHT, 1 - (largest / MAX_LEVELS) ** 2);
    weights[n * 4 + k] = weight;
    total += weight;
    for (const [c, difference] of differences.entries()) {
      // Where all neighbours are edges, their weights count although they are the least.
      const limited = Math.max(-MAX_LEVELS, Math.min(MAX_LEVELS, difference));
      constants[n * 3 + c] = (constants[n * 3 + c] ?? 0) + weight * limited;
    }
  }
  for (let k = 0; k < 4; k++) weights[n * 4 + k] = (weights[n * 4 + k] ?? 0) / Math.max(total, MIN_WEIGHT);
  for (let c = 0; c < 3; c++) constants[n * 3 + c] = (constants[n * 3 + c] ?? 0) / Math.max(total, MIN_WEIGHT);
}

function sampleAt({ samples, channels }: Grid, pixel: number, c: number): number {
  return samples[pixel * channels + c] ?? 0;
}
