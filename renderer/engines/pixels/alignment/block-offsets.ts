// Measures how far each block of a picture is displaced, to fractions of a pixel, and how certain that is.

import { type Certainty, type Direction, directionsOf } from './certainty.ts';
import type { Plane } from './plane.ts';

/** The displacement of a block, in pixels of the planes. */
export type BlockOffset = {
  /** The middle of the block. */
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly certainty: Certainty;
};

/** Side of a block. */
const BLOCK_PX = 24;
/** Share of a block that must count in both pictures. */
const MIN_KNOWN = 0.6;
/** Pixels of a block, at least, that must count in both pictures where it is looked for. */
const MIN_COUNT = (MIN_KNOWN * BLOCK_PX * BLOCK_PX) / 2;
/** Least correlation of a block with what it is taken for. */
const MIN_CORRELATION = 0.6;
/** Least mean square of a block's contrasts: with less, noise decides. */
const MIN_TEXTURE = 0.08;
/** A block that is farther away must correlate better by this much for each pixel: along a line all places are alike. */
const DISTANCE_COST = 0.01;
/** The deviation of a block's offset of which half the certainty is left, in pixels. */
const DEVIATION_PX = 0.1;
/** Neighbouring pixels differ alike, so that a block tells as much as this share of its pixels would. */
const INDEPENDENT = 1 / 8;
/**
 * What is left in the direction of the most details, in pixels, of a block that is rotated or stretched itself: it looks
 * like a displacement across.
 */
const LEFT_PX = 0.05;
/** A direction with less than this share of the details of the other tells nothing: an edge slides along itself. */
const MIN_ROUNDNESS = 0.03;
/** Iterations to fractions of a pixel. */
const ROUNDS = 5;
/** An iteration that moves a block by less is the last. */
const STILL_PX = 0.004;
/** A block that wanders off farther from where it fits best was not found. */
const MAX_WANDER_PX = 1.5;

/** Both pictures, as contrasts (`localContrast`), and which of their pixels count (1) or do not (0). */
export type Compared = { readonly expected: Plane; readonly found: Plane; readonly weights: Plane };

/** The blocks of a picture, row by row, that can be found. @param reachPx how far they are looked for */
export function* blockOffsets({ expected, found, weights }: Compared, reachPx: number): Generator<BlockOffset[]> {
  const columns = Math.floor(expected.width / BLOCK_PX);
  const rows = Math.floor(expected.height / BLOCK_PX);
  for (let row = 0; row < rows; row++) {
    const measured: BlockOffset[] = [];
    const top = Math.floor((row * expected.height) / rows);
    for (let column = 0; column < columns; column++) {
      const left = Math.floor((column * expected.width) / columns);
      const offset = measureBlock({ expected, found, weights }, left, top, reachPx);
      if (offset === undefined) continue;
      measured.push({ x: left + BLOCK_PX / 2, y: top + BLOCK_PX / 2, ...offset });
    }
    yield measured;
  }
}

type Offset = { dx: number; dy: number };

function measureBlock(
  compared: Compared,
  left: number,
  top: number,
  reachPx: number,
): (Offset & { certainty: Certainty }) | undefined {
  const { expected, weights } = compared;
  const { data: source, width } = expected;
  const { data: counts } = weights;
  let [known, energy] = [0, 0];
  for (let y = top; y < top + BLOCK_PX; y++) {
    for (let i = y * width + left; i < y * width + left + BLOCK_PX; i++) {
      if (counts[i] === 0) continue;
      known += 1;
      energy += (source[i] ?? 0) ** 2;
    }
  }
  if (known < MIN_KNOWN * BLOCK_PX * BLOCK_PX || energy < MIN_TEXTURE * known) return undefined;
  const correlate = isKnownAround(weights, left, top, reachPx) ? correlationOfKnown : correlationAt;
  const inPlace = correlate(compared, left, top, 0, 0);
  let best = { dx: 0, dy: 0, correlation: inPlace, worth: inPlace };
  for (let dy = -reachPx; dy <= reachPx; dy++) {
    for (let dx = -reachPx; dx <= reachPx; dx++) {
      const correlation = correlate(compared, left, top, dx, dy);
      const worth = correlation - DISTANCE_COST * Math.hypot(dx, dy);
      if (worth > best.worth) best = { dx, dy, correlation, worth };
    }
  }
  if (best.correlation < MIN_CORRELATION) return undefined;
  return sharpen(compared, left, top, best);
}

/** Whether all of a block counts, wherever it is looked for. */
function isKnownAround({ data, width, height }: Plane, left: number, top: number, reachPx: number): boolean {
  const [firstX, endX] = [left - reachPx, left + BLOCK_PX + reachPx];
  const [firstY, endY] = [top - reachPx, top + BLOCK_PX + reachPx];
  if (firstX < 0 || firstY < 0 || endX > width || endY > height) return false;
  for (let y = firstY; y < endY; y++) {
    for (let i = y * width + firstX; i < y * width + endX; i++) if (data[i] === 0) return false;
  }
  return true;
}

/** The same as `correlationAt`, faster, of a block that is known wherever it is looked for. */
function correlationOfKnown({ expected, found }: Compared, left: number, top: number, dx: number, dy: number): number {
  const { data: source, width } = expected;
  const { data: result } = found;
  const away = dy * width + dx;
  let [aa, bb, ab] = [0, 0, 0];
  for (let y = top; y < top + BLOCK_PX; y++) {
    const start = y * width + left;
    for (let i = start; i < start + BLOCK_PX; i++) {
      const a = source[i] ?? 0;
      const b = result[i + away] ?? 0;
      aa += a * a;
      bb += b * b;
      ab += a * b;
    }
  }
  const both = Math.sqrt(aa * bb);
  return both < 1e-6 * BLOCK_PX * BLOCK_PX ? -1 : ab / both;
}

/** −1 to 1; −1 where too little of the block is known. */
function correlationAt({ expected, found, weights }: Compared, left: number, top: number, dx: number, dy: number) {
  const { data: source, width, height } = expected;
  const { data: result } = found;
  const { data: known } = weights;
  const away = dy * width + dx;
  let [count, aa, bb, ab] = [0, 0, 0, 0];
  const [firstX, endX] = [Math.max(left, -dx), Math.min(left + BLOCK_PX, width - dx)];
  const [firstY, endY] = [Math.max(top, -dy), Math.min(top + BLOCK_PX, height - dy)];
  for (let y = firstY; y < endY; y++) {
    for (let i = y * width + firstX; i < y * width + endX; i++) {
      // Multiplied, which takes a quarter of the time of asking whether both count.
      const weight = (known[i] ?? 0) * (known[i + away] ?? 0);
      const a = weight * (source[i] ?? 0);
      const b = weight * (result[i + away] ?? 0);
      count += weight;
      aa += a * a;
      bb += b * b;
      ab += a * b;
    }
  }
  const both = Math.sqrt(aa * bb);
  return count < MIN_COUNT || both < 1e-6 * count ? -1 : ab / both;
}

/** Fractions of a pixel (Lucas and Kanade), in each direction in which the block has details. */
function sharpen(
  compared: Compared,
  left: number,
  top: number,
  start: Offset,
): (Offset & { certainty: Certainty }) | undefined {
  let { dx, dy } = start;
  let certainty: Certainty = { xx: 0, xy: 0, yy: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const sums = slopesAt(compared, left, top, dx, dy);
    if (sums === undefined) return undefined;
    let [moreX, moreY, xx, xy, yy] = [0, 0, 0, 0, 0];
    for (const direction of directionsOf(sums)) {
      const weight = certaintyAlong(direction, sums);
      if (weight === 0) continue;
      const { x, y, value } = direction;
      const along = (x * sums.rx + y * sums.ry) / value;
      moreX += along * x;
      moreY += along * y;
      xx += weight * x * x;
      xy += weight * x * y;
      yy += weight * y * y;
    }
    certainty = { xx, xy, yy };
    dx += moreX;
    dy += moreY;
    if (Math.hypot(moreX, moreY) < STILL_PX) break;
  }
  const isFound = Math.hypot(dx - start.dx, dy - start.dy) <= MAX_WANDER_PX && certainty.xx + certainty.yy > 0;
  return isFound ? { dx, dy, certainty } : undefined;
}

/**
 * The certainty of an offset along a direction, 0 to 1, from how steep the picture is along it and how much the two
 * pictures differ at best. What differs is noise in both, whose own slopes determine nothing.
 */
function certaintyAlong({ value }: Direction, { xx, yy, count, residual }: Slopes): number {
  const variance = residual / count;
  const steepness = value - (count * variance) / 4;
  const across = xx + yy - value;
  if (steepness <= MIN_ROUNDNESS * across) return 0;
  const deviation2 = variance / (INDEPENDENT * steepness) + (LEFT_PX ** 2 * across) / steepness;
  return DEVIATION_PX ** 2 / (DEVIATION_PX ** 2 + deviation2);
}

/** Sums over a block: the slopes' products (the structure tensor), their products with the differences, these squared. */
type Slopes = Certainty & {
  readonly rx: number;
  readonly ry: number;
  readonly residual: number;
  readonly count: number;
};

/** The pixels of a block that count, and the other picture's values there: they are read once, and used twice. */
const KNOWN = { places: new Int32Array(BLOCK_PX ** 2), values: new Float64Array(BLOCK_PX ** 2) };

function slopesAt({ expected, found, weights }: Compared, left: number, top: number, dx: number, dy: number) {
  const { data: source, width, height } = expected;
  const { data: result } = found;
  const { data: known } = weights;
  const { places, values } = KNOWN;
  const [wholeX, wholeY] = [Math.floor(dx), Math.floor(dy)];
  const [u, v] = [dx - wholeX, dy - wholeY];
  // Read between four pixels: of a block at the picture's border only what has four.
  const [firstX, endX] = [Math.max(1, left, -wholeX), Math.min(left + BLOCK_PX, width - 1, width - 1 - wholeX)];
  const [firstY, endY] = [Math.max(1, top, -wholeY), Math.min(top + BLOCK_PX, height - 1, height - 1 - wholeY)];
  const away = wholeY * width + wholeX;
  const valueAt = (j: number): number =>
    ((result[j] ?? 0) * (1 - u) + (result[j + 1] ?? 0) * u) * (1 - v) +
    ((result[j + width] ?? 0) * (1 - u) + (result[j + width + 1] ?? 0) * u) * v;
  let [ab, bb, count] = [0, 0, 0];
  for (let y = firstY; y < endY; y++) {
    for (let i = y * width + firstX; i < y * width + endX; i++) {
      const j = i + away;
      if (known[i] === 0 || known[j] === 0 || known[j + width + 1] === 0) continue;
      const value = valueAt(j);
      ab += (source[i] ?? 0) * value;
      bb += value * value;
      places[count] = i;
      values[count] = value;
      count += 1;
    }
  }
  const gain = bb === 0 ? 1 : ab / bb;
  let [xx, xy, yy, rx, ry, residual] = [0, 0, 0, 0, 0, 0];
  for (let n = 0; n < count; n++) {
    const i = places[n] ?? 0;
    const slopeX = ((source[i + 1] ?? 0) - (source[i - 1] ?? 0)) / 2;
    const slopeY = ((source[i + width] ?? 0) - (source[i - width] ?? 0)) / 2;
    const difference = (source[i] ?? 0) - gain * (values[n] ?? 0);
    xx += slopeX * slopeX;
    xy += slopeX * slopeY;
    yy += slopeY * slopeY;
    rx += slopeX * difference;
    ry += slopeY * difference;
    residual += difference * difference;
  }
  return count < MIN_COUNT ? undefined : ({ xx, xy, yy, rx, ry, residual, count } satisfies Slopes);
}
