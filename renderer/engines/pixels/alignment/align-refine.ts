// Refines an alignment to fractions of a pixel: Gauss–Newton on contrasts, where a pixel weighs less the worse it fits
// (Lucas and Kanade's method with an M-estimator).

import type { Checkpoint } from '../checkpoint.ts';
import { combined, type Shift } from '../resampling/shift.ts';
import { eigenvectorsOf } from './least-squares.ts';
import type { Plane } from './plane.ts';
import { returnContrast, type Scene, sourceContrast } from './scene.ts';

/** Iterations on one level; fewer if the alignment stops changing. */
const ROUNDS = 6;
/** An iteration that moves the picture's edge by less than this, in pixels of the level, is the last. */
const STILL_PX = 0.01;
/** The difference of contrasts at which a pixel has half the weight in the equations. */
const HALF_WEIGHT_AT = 0.7;
/** A direction with less than this share of the strongest one's evidence does not change. */
const MIN_EVIDENCE = 0.02;
/** The most that one iteration moves anything, in pixels of the level. */
const MAX_STEP_PX = 2;
/** Most pixels that are compared; they are spread evenly. */
const MAX_PIXELS = 60_000;

/**
 * A shift in pixels of a level, whole or fractional, and a growth: by how many pixels the middle of the long edge
 * moves.
 */
type Step = { a: number; b: number; growth: number };

/** Improves a shift at the scene's size. @param sign −1 for a negative, in which light and dark are swapped. */
export async function refineShift(scene: Scene, start: Shift, sign: 1 | -1, checkpoint: Checkpoint): Promise<Shift> {
  const expected = sourceContrast(scene);
  await checkpoint();
  const { contrast: found, weights } = await returnContrast(scene, scene.outside, start, checkpoint);
  await checkpoint();
  const usable = inner(weights);
  const { width, height } = scene.source;
  const half = Math.max(width, height) / 2;
  const perPx = width / scene.size.width;
  let step: Step = { a: 0, b: 0, growth: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const more = solveStep(expected, found, usable, step, sign);
    await checkpoint();
    step = { a: step.a + more.a, b: step.b + more.b, growth: step.growth + more.growth };
    if (Math.abs(more.a) + Math.abs(more.b) + Math.abs(more.growth) < STILL_PX) break;
  }
  return combined(start, { dxPx: step.a / perPx, dyPx: step.b / perPx, scale: 1 + step.growth / half });
}

/** One iteration: the change of `step` that makes `found`, read through it, more similar to `expected`. */
function solveStep(expected: Plane, found: Plane, usable: Uint8Array, step: Step, sign: 1 | -1): Step {
  const { width, height } = expected;
  const half = Math.max(width, height) / 2;
  const [middleX, middleY] = [width / 2 - 0.5, height / 2 - 0.5];
  const every = Math.max(1, Math.round(Math.sqrt((width * height) / MAX_PIXELS)));
  let [aa, ab, ag, bb, bg, gg, ra, rb, rg] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const data = expected.data;
  for (let y = 1; y < height - 1; y += every) {
    const awayY = (y - middleY) / half;
    const atY = y + step.b + step.growth * awayY;
    if (atY < 0 || atY > height - 1.001) continue;
    for (let x = 1 + (y % every); x < width - 1; x += every) {
      const i = y * width + x;
      if (usable[i] === 0) continue;
      const value = data[i] ?? 0;
      const awayX = (x - middleX) / half;
      const atX = x + step.a + step.growth * awayX;
      if (atX < 0 || atX > width - 1.001) continue;
      const slopeX = ((data[i + 1] ?? 0) - (data[i - 1] ?? 0)) / 2;
      const slopeY = ((data[i + width] ?? 0) - (data[i - width] ?? 0)) / 2;
      const difference = value - sign * between(found, atX, atY);
      const weight = 1 / (1 + (difference / HALF_WEIGHT_AT) ** 2) ** 2;
      const slopeGrowth = slopeX * awayX + slopeY * awayY;
      aa += weight * slopeX * slopeX;
      ab += weight * slopeX * slopeY;
      ag += weight * slopeX * slopeGrowth;
      bb += weight * slopeY * slopeY;
      bg += weight * slopeY * slopeGrowth;
      gg += weight * slopeGrowth * slopeGrowth;
      ra += weight * slopeX * difference;
      rb += weight * slopeY * difference;
      rg += weight * slopeGrowth * difference;
    }
  }
  const [a, b, growth] = solveDetermined([aa, ab, ag, ab, bb, bg, ag, bg, gg], [ra, rb, rg]);
  return { a: limited(a), b: limited(b), growth: limited(growth) };
}

/**
 * Pixels that count together with all pixels around them, as far as an iteration may move: the mask's own edge does not
 * indicate a shift.
 */
function inner({ data, width, height }: Plane): Uint8Array {
  const side = 2 * MAX_STEP_PX + 1;
  const usable = new Uint8Array(data.length);
  /** For each column how many pixels count without a gap, up from the row. */
  const up = new Uint32Array(width);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, left = 0; x < width; x++, i++) {
      up[x] = data[i] === 0 ? 0 : (up[x] ?? 0) + 1;
      left = (up[x] ?? 0) < side ? 0 : left + 1;
      if (left >= side) usable[i - MAX_STEP_PX * (width + 1)] = 1;
    }
  }
  return usable;
}

/** Limits a movement: farther away, the linear approximation of the picture is not valid. */
function limited(pixels: number): number {
  return Math.max(-MAX_STEP_PX, Math.min(MAX_STEP_PX, pixels));
}

function between({ data, width }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = x - left;
  const v = y - top;
  const i = top * width + left;
  const above = (data[i] ?? 0) * (1 - u) + (data[i + 1] ?? 0) * u;
  const below = (data[i + width] ?? 0) * (1 - u) + (data[i + width + 1] ?? 0) * u;
  return above * (1 - v) + below * v;
}

type Three = readonly [number, number, number];

/** Solves symmetric equations in the directions in which there is evidence; in others the solution is 0. */
function solveDetermined(matrix: readonly number[], right: Three): Three {
  const vectors = eigenvectorsOf(Float64Array.from(matrix), 3);
  const strongest = Math.max(...vectors.map(({ value }) => value));
  const solved: [number, number, number] = [0, 0, 0];
  for (const { value, direction } of vectors) {
    if (value <= MIN_EVIDENCE * strongest) continue;
    const along = right.reduce((sum, one, i) => sum + one * (direction[i] ?? 0), 0) / value;
    for (const i of [0, 1, 2] as const) solved[i] += along * (direction[i] ?? 0);
  }
  return solved;
}
