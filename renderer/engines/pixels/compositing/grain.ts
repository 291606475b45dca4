// Grain like that of a photograph, for an edit that lacks it. It depends on its measures and on the place in the picture
// only, so that the same inputs give the same pixels.

import type { Columns } from '../pixels.ts';

/** Grain to be added. */
export type Grain = {
  /** Standard deviation, in levels of 0–255. */
  readonly deviation: number;
  /** Correlation of the channels, 0 (colourful) to 1 (grey). */
  readonly channelCorrelation: number;
  /** Correlation of neighbours, 0 to 0.7: the coarser the grain, the higher. */
  readonly nextCorrelation: number;
  /** Determined by the source's pixels: another picture gets other grain. */
  readonly seed: number;
};

/** Levels within which grain fades out towards black and white, as it does where a picture is cut off there. */
const FADE = 24;

/** Adds grain to a row of pixels in place. @param first the column of its first pixel in the source */
export type GrainAdder = (row: Uint8ClampedArray, y: number, first: number) => void;

/** Prepares to add grain to rows that are within these columns of the source. */
export function createGrainAdder(grain: Grain, { first: left, end }: Columns): GrainAdder {
  const side = sideTap(grain.nextCorrelation);
  const [own, shared] = mixOf(grain.channelCorrelation);
  const scale = (grain.deviation * own) / (1 + 2 * side * side);
  const noiseOf = createNoise(grain.seed, left - 1, 3 * (end - left + 2));
  const sum = new Float64Array(3 * (end - left + 2));
  return (row, y, first) => {
    const count = row.length / 4;
    const begins = 3 * (first - left);
    const used = sum.subarray(begins, begins + 3 * (count + 2));
    used.set(noiseOf(y).subarray(begins, begins + used.length));
    if (side !== 0) {
      const [above, below] = [noiseOf(y - 1), noiseOf(y + 1)];
      for (let i = 0; i < used.length; i++) {
        used[i] = (used[i] ?? 0) + side * ((above[begins + i] ?? 0) + (below[begins + i] ?? 0));
      }
    }
    for (let x = 0, at = 0, i = 3; x < count; x++, at += 4, i += 3) {
      if (row[at + 3] === 0) continue;
      const red = (used[i] ?? 0) + side * ((used[i - 3] ?? 0) + (used[i + 3] ?? 0));
      const green = (used[i + 1] ?? 0) + side * ((used[i - 2] ?? 0) + (used[i + 4] ?? 0));
      const blue = (used[i + 2] ?? 0) + side * ((used[i - 1] ?? 0) + (used[i + 5] ?? 0));
      const common = shared * (red + green + blue);
      row[at] = grained(row[at] ?? 0, scale * (red + common));
      row[at + 1] = grained(row[at + 1] ?? 0, scale * (green + common));
      row[at + 2] = grained(row[at + 2] ?? 0, scale * (blue + common));
    }
  };
}

/** White noise by row, from column `first` on. Neighbouring rows need the same ones: three are kept. */
function createNoise(seed: number, first: number, length: number): (y: number) => Float64Array {
  const kept = new Map<number, { y: number; noise: Float64Array }>();
  return (y) => {
    const slot = (y + 3) % 3;
    const row = kept.get(slot) ?? { y: Number.NaN, noise: new Float64Array(length) };
    kept.set(slot, row);
    if (row.y !== y) fillNoise(row.noise, seed, y, first);
    row.y = y;
    return row.noise;
  };
}

function grained(byte: number, levels: number): number {
  return byte + levels * Math.min(1, byte / FADE, (255 - byte) / FADE);
}

/** The weight of the neighbours on each side that gives white noise a correlation of neighbours. */
function sideTap(correlation: number): number {
  // The correlation of (side, 1, side) is 2 side / (1 + 2 side²).
  if (correlation <= 0) return 0;
  return (1 - Math.sqrt(1 - 2 * correlation * correlation)) / (2 * correlation);
}

/**
 * How white noises n of three channels become noises of the same deviation that correlate:
 * own × (n + shared × (sum of all n)).
 */
function mixOf(correlation: number): [own: number, shared: number] {
  // Of a covariance of 1 on the diagonal and r beside it: the square root has the eigenvalues √(1 + 2r) and √(1 − r).
  const [all, rest] = [Math.sqrt(1 + 2 * correlation), Math.sqrt(Math.max(1e-6, 1 - correlation))];
  return [rest, (all / rest - 1) / 3];
}

/** Deviation of the sum of four bytes, and their mean. */
const BYTES = { deviation: Math.sqrt((4 * (256 ** 2 - 1)) / 12), mean: 4 * 127.5 } as const;

/** White noise of deviation 1, nearly normal: the sum of the bytes of a hash of place, channel and seed. */
function fillNoise(out: Float64Array, seed: number, y: number, first: number): void {
  const row = Math.imul(seed ^ Math.imul(y, 0x85ebca77), 0x9e3779b1);
  for (let i = 0; i < out.length; i++) {
    let hash = row ^ Math.imul(3 * first + i, 0xc2b2ae3d);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    hash ^= hash >>> 15;
    const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
    out[i] = (sum - BYTES.mean) / BYTES.deviation;
  }
}
