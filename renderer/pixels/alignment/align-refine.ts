// Sharpens an alignment to fractions of a pixel: Gauss–Newton on contrasts, each pixel weighed down the less it fits
// (Lucas and Kanade's method with an M-estimator). It must not know masks or files.

import { boxSums, type Plane } from './plane.ts';
import { returnResult, type Scene, sourceContrast } from './scene.ts';
import { combined, type Shift } from './shift.ts';

/** Rounds on one size; fewer where nothing moves any more. */
const ROUNDS = 6;
/** A round that moves the picture's edge less than this, in pixels of the level, is the last. */
const STILL_PX = 0.01;
/** A difference of contrasts at which a pixel counts half as much in the equations. */
const HALF_WEIGHT_AT = 0.7;
/** Share of the strongest direction's evidence that any direction is held by: what the picture does not show stays put. */
const HOLD = 0.01;
/** The most a round moves anything, in pixels of the level. */
const MOST_STEP_PX = 2;
/** Pixels looked at, at most, spread evenly. */
const MOST_PIXELS = 60_000;

/** A shift in whole or part pixels of a level, and a growth: pixels that the middle of its long edge moves by. */
type Step = { a: number; b: number; growth: number };

/** Improves a shift at the scene's size. @param sign −1 where light and dark are swapped. */
export function refineShift(scene: Scene, start: Shift, sign: 1 | -1): Shift {
  const wanted = sourceContrast(scene);
  const { contrast: found, weights } = returnResult(scene, scene.outside, start);
  const usable = inner(weights);
  const { width, height } = scene.source;
  const half = Math.max(width, height) / 2;
  const perPx = width / scene.size.width;
  let step: Step = { a: 0, b: 0, growth: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const more = solveStep(wanted, found, usable, step, sign);
    step = { a: step.a + more.a, b: step.b + more.b, growth: step.growth + more.growth };
    if (Math.abs(more.a) + Math.abs(more.b) + Math.abs(more.growth) < STILL_PX) break;
  }
  return combined(start, { dxPx: step.a / perPx, dyPx: step.b / perPx, scale: 1 + step.growth / half });
}

/** One round: what to add to a step so that `found`, read through it, looks more like `wanted`. */
function solveStep(wanted: Plane, found: Plane, usable: Uint8Array, step: Step, sign: 1 | -1): Step {
  const { width, height } = wanted;
  const half = Math.max(width, height) / 2;
  const [middleX, middleY] = [width / 2 - 0.5, height / 2 - 0.5];
  const every = Math.max(1, Math.round(Math.sqrt((width * height) / MOST_PIXELS)));
  let [aa, ab, ag, bb, bg, gg, ra, rb, rg] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const data = wanted.data;
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
  const hold = HOLD * Math.max(aa, bb, gg);
  if (hold === 0) return { a: 0, b: 0, growth: 0 };
  const [a, b, growth] = solve3([aa + hold, ab, ag, ab, bb + hold, bg, ag, bg, gg + hold], [ra, rb, rg]);
  return { a: limited(a), b: limited(b), growth: limited(growth) };
}

/** Pixels that count, with all around them as far as a round may move them: the mask's own edge is no sign of a shift. */
function inner(weights: Plane): Uint8Array {
  const sums = boxSums(weights, MOST_STEP_PX).data;
  const all = (2 * MOST_STEP_PX + 1) ** 2;
  const usable = new Uint8Array(sums.length);
  for (let i = 0; i < sums.length; i++) if ((sums[i] ?? 0) > all - 0.5) usable[i] = 1;
  return usable;
}

/** Farther than this, a linear picture of the picture means nothing. */
function limited(pixels: number): number {
  return Math.max(-MOST_STEP_PX, Math.min(MOST_STEP_PX, pixels));
}

function between({ data, width }: Plane, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - left, y - top];
  const i = top * width + left;
  const above = (data[i] ?? 0) * (1 - u) + (data[i + 1] ?? 0) * u;
  const below = (data[i + width] ?? 0) * (1 - u) + (data[i + width + 1] ?? 0) * u;
  return above * (1 - v) + below * v;
}

type Three = readonly [number, number, number];
type Nine = readonly [number, number, number, number, number, number, number, number, number];

/** Cramer's rule; the matrix is positive definite. */
function solve3([a, b, c, d, e, f, g, h, i]: Nine, [x, y, z]: Three): Three {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    (x * (e * i - f * h) - b * (y * i - f * z) + c * (y * h - e * z)) / determinant,
    (a * (y * i - f * z) - x * (d * i - f * g) + c * (d * z - y * g)) / determinant,
    (a * (e * z - y * h) - b * (d * z - y * g) + x * (d * h - e * g)) / determinant,
  ];
}
