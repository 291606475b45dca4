// Measures the grain of a photograph near a mask, and what an edit lacks of it.

import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { boundsOf } from '../mask-bounds.ts';
import type { Columns, Coverage, Pixels } from '../pixels.ts';
import type { Grain } from './grain.ts';

/** Side of the squares in which grain is measured, in pixels. */
const SQUARE_PX = 8;
/** Most squares that are measured on each side of the mask's edge, and the fewest from which anything follows. */
const SQUARES = { most: 400, least: 12 } as const;
/** How far from the mask the source is measured: as a share of the mask's longer side, and at least, in pixels. */
const SURROUND = { share: 0.25, leastPx: 32 } as const;
/** Share of the squares that are taken for free of any structure: those that vary least. */
const QUIETEST = 0.25;
/** Mean levels of a square that is neither cut off at black nor at white. */
const EXPOSED = { least: 12, most: 243 } as const;
/** Deviation of a source's grain, in levels. Less is invisible; more is texture, which is not grain. */
const DEVIATION = { least: 1.2, most: 9 } as const;
/** Correlation of pixels beside each other; where it is more, the squares show structure or are blurred. */
const MAX_CORRELATION = 0.5;
/** Share of the source's variance below which an edit lacks grain. */
const LACKING = 0.6;

/** Rows of the edit in the source's pixels, as they will be laid over it. */
export type ReadRow = (y: number, row: Uint8ClampedArray, columns: Columns) => void;

/**
 * The grain that an edit lacks; null if the source has none or shows none, or if the edit has it.
 * @param weights coverage of the grown, feathered mask
 */
export async function missingGrain(
  source: Pixels,
  readEdit: ReadRow,
  weights: Coverage,
  checkpoint: Checkpoint = NO_CHECKPOINT,
): Promise<Grain | null> {
  const { outside, inside } = await squaresOf(weights, checkpoint);
  if (outside.length < SQUARES.least || inside.length < SQUARES.least) return null;
  const readSource: ReadRow = (y, row, { first, end }) => {
    const start = 4 * y * source.width;
    row.set(source.data.subarray(start + 4 * first, start + 4 * end), 4 * first);
  };
  const around = quietest(await measure(outside, readSource, source.width, checkpoint));
  if (around === null) return null;
  const deviation = Math.sqrt(around.variance);
  const isGrain = deviation >= DEVIATION.least && deviation <= DEVIATION.most;
  if (!isGrain || around.nextCovariance > MAX_CORRELATION * around.variance) return null;
  const edited = quietest(await measure(inside, readEdit, source.width, checkpoint));
  if (edited === null || edited.variance > LACKING * around.variance) return null;
  return {
    deviation: rounded(Math.sqrt(around.variance - edited.variance)),
    channelCorrelation: rounded(Math.max(0, Math.min(1, around.channelCovariance / around.variance))),
    nextCorrelation: rounded(Math.max(0, around.nextCovariance / around.variance)),
    seed: seedOf(source),
  };
}

/** What is stored is what is added. */
const rounded = (value: number): number => Math.round(1000 * value) / 1000;

/** Bytes of a picture from which its seed follows, at most; evenly spread. */
const SEED_BYTES = 10_000;

/** A number that the bytes of a picture determine: the grain stays where it is when a mask is grown or feathered. */
function seedOf({ data }: Pixels): number {
  // Odd, so that all channels count.
  const every = Math.floor(data.length / SEED_BYTES) | 1;
  let seed = 0;
  for (let i = 0; i < data.length; i += every) seed = (Math.imul(seed, 31) + (data[i] ?? 0)) | 0;
  return seed;
}

type Square = { readonly x: number; readonly y: number };

/** Squares outside the mask but near it, and squares inside, evenly spread. */
async function squaresOf(weights: Coverage, checkpoint: Checkpoint): Promise<{ outside: Square[]; inside: Square[] }> {
  await checkpoint();
  const bounds = boundsOf(weights);
  await checkpoint();
  if (bounds === undefined) return { outside: [], inside: [] };
  const longer = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  const margin = Math.max(SURROUND.leastPx, Math.round(longer * SURROUND.share));
  const [left, top] = [Math.max(0, bounds.left - margin), Math.max(0, bounds.top - margin)];
  const right = Math.min(weights.width, bounds.right + margin);
  const bottom = Math.min(weights.height, bounds.bottom + margin);
  const [outside, inside]: [Square[], Square[]] = [[], []];
  for (let y = top; y + SQUARE_PX <= bottom; y += SQUARE_PX) {
    for (let x = left; x + SQUARE_PX <= right; x += SQUARE_PX) {
      const { least, most } = coverageOf(weights, x, y);
      if (most === 0) outside.push({ x, y });
      if (least >= 128) inside.push({ x, y });
    }
    await checkpoint();
  }
  return { outside: evenly(outside), inside: evenly(inside) };
}

function coverageOf({ data, width }: Coverage, left: number, top: number): { least: number; most: number } {
  let [least, most] = [255, 0];
  for (let y = top; y < top + SQUARE_PX; y++) {
    for (let x = left; x < left + SQUARE_PX; x++) {
      const value = data[y * width + x] ?? 0;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return { least, most };
}

function evenly(squares: readonly Square[]): Square[] {
  const every = Math.max(1, squares.length / SQUARES.most);
  return Array.from({ length: Math.floor(squares.length / every) }, (_, i) => squares[Math.floor(i * every)]).filter(
    (square) => square !== undefined,
  );
}

/**
 * How the pixels of a square differ from a plane through them, in levels: variance, covariance of two channels, and of
 * pixels beside each other.
 */
type Spread = {
  variance: number;
  channelCovariance: number;
  nextCovariance: number;
};

/** The spread of every square that is opaque and neither black nor white. */
async function measure(
  squares: readonly Square[],
  readRow: ReadRow,
  width: number,
  checkpoint: Checkpoint,
): Promise<Spread[]> {
  const row = new Uint8ClampedArray(4 * width);
  const pixels = new Float64Array(4 * SQUARE_PX ** 2);
  const spreads: Spread[] = [];
  for (const { x, y } of squares) {
    for (let line = 0; line < SQUARE_PX; line++) {
      readRow(y + line, row, { first: x, end: x + SQUARE_PX });
      pixels.set(row.subarray(4 * x, 4 * (x + SQUARE_PX)), 4 * SQUARE_PX * line);
    }
    const spread = spreadOf(pixels);
    if (spread !== null) spreads.push(spread);
    await checkpoint();
  }
  return spreads;
}

const COUNT = SQUARE_PX ** 2;
/** Coordinates of a square around its middle, and the sum of their squares over all pixels. */
const CENTRED = Float64Array.from({ length: SQUARE_PX }, (_, i) => i - (SQUARE_PX - 1) / 2);
const CENTRED_SQUARES = SQUARE_PX * CENTRED.reduce((sum, value) => sum + value * value, 0);

function spreadOf(pixels: Float64Array): Spread | null {
  const rests = [new Float64Array(COUNT), new Float64Array(COUNT), new Float64Array(COUNT)] as const;
  let total = 0;
  for (let i = 0; i < COUNT; i++) {
    if (pixels[4 * i + 3] !== 255) return null;
    for (let k = 0; k < 3; k++) total += pixels[4 * i + k] ?? 0;
  }
  const mean = total / (3 * COUNT);
  if (mean < EXPOSED.least || mean > EXPOSED.most) return null;
  for (const k of [0, 1, 2] as const) flatten(pixels, k, rests[k]);
  const [red, green, blue] = rests;
  const beside = rests.map((rest) => product(rest, rest, 1, 0) + product(rest, rest, 0, 1));
  // Three of the 64 degrees of freedom are the plane's.
  const free = COUNT / (COUNT - 3);
  return {
    variance: (free * (product(red, red, 0, 0) + product(green, green, 0, 0) + product(blue, blue, 0, 0))) / 3,
    channelCovariance: (free * (product(red, green, 0, 0) + product(green, blue, 0, 0) + product(red, blue, 0, 0))) / 3,
    nextCovariance: beside.reduce((sum, one) => sum + one, 0) / 6,
  };
}

/** The mean product of pixels of `a` and the pixels of `b` so far to the right and below. */
function product(a: Float64Array, b: Float64Array, dx: number, dy: number): number {
  let sum = 0;
  for (let y = 0; y < SQUARE_PX - dy; y++) {
    for (let x = 0; x < SQUARE_PX - dx; x++) {
      const i = y * SQUARE_PX + x;
      sum += (a[i] ?? 0) * (b[i + dy * SQUARE_PX + dx] ?? 0);
    }
  }
  return sum / ((SQUARE_PX - dx) * (SQUARE_PX - dy));
}

/** Subtracts the plane that fits best. */
function flatten(pixels: Float64Array, channel: number, out: Float64Array): void {
  let [sum, across, down] = [0, 0, 0];
  for (let i = 0; i < COUNT; i++) {
    const value = pixels[4 * i + channel] ?? 0;
    sum += value;
    across += value * (CENTRED[i % SQUARE_PX] ?? 0);
    down += value * (CENTRED[Math.floor(i / SQUARE_PX)] ?? 0);
  }
  for (let i = 0; i < COUNT; i++) {
    const plane =
      sum / COUNT +
      ((CENTRED[i % SQUARE_PX] ?? 0) * across + (CENTRED[Math.floor(i / SQUARE_PX)] ?? 0) * down) / CENTRED_SQUARES;
    out[i] = (pixels[4 * i + channel] ?? 0) - plane;
  }
}

/** The mean of the squares that vary least; null if there are too few to tell. */
function quietest(spreads: Spread[]): Spread | null {
  if (spreads.length < SQUARES.least) return null;
  const sorted = [...spreads].sort((a, b) => a.variance - b.variance);
  const quiet = sorted.slice(0, Math.max(SQUARES.least >> 1, Math.round(sorted.length * QUIETEST)));
  const mean = (of: (spread: Spread) => number): number => quiet.reduce((sum, one) => sum + of(one), 0) / quiet.length;
  return {
    variance: mean(({ variance }) => variance),
    channelCovariance: mean(({ channelCovariance }) => channelCovariance),
    nextCovariance: mean(({ nextCovariance }) => nextCovariance),
  };
}
