// Planes of numbers, on which alignment and comparison work instead of pictures.

import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import type { Area, Pixels } from '../pixels.ts';
import type { Weights } from '../resampling/kernel.ts';

/** One number for each pixel, row by row. */
export type Plane = { readonly data: Float32Array<ArrayBuffer>; readonly width: number; readonly height: number };

/** The brightness that stands for transparent pixels: neither dark nor bright. */
const MID_GREY = 127.5;

/**
 * The brightness of a whole picture at another size: Rec. 709 luma of the bytes, 0–255, over mid grey where
 * transparent.
 */
export async function lumaPlane(
  pixels: Pixels,
  width: number,
  height: number,
  checkpoint = NO_CHECKPOINT,
): Promise<Plane> {
  // Whole squares first: then each pixel of a large picture is read only once, and the tent filter combines few values.
  const side = Math.max(1, Math.floor(Math.min(pixels.width / width, pixels.height / height)));
  const area = { x: 0, y: 0, width: pixels.width / side, height: pixels.height / side };
  const squares = await lumaOfSquares(pixels, side, checkpoint);
  await checkpoint();
  return resamplePlane(squares, area, width, height);
}

/** The mean brightness of squares of `side` × `side` pixels; those at the right and the bottom may be incomplete. */
async function lumaOfSquares(pixels: Pixels, side: number, checkpoint: Checkpoint): Promise<Plane> {
  const [columns, rows] = [Math.ceil(pixels.width / side), Math.ceil(pixels.height / side)];
  const data = new Float32Array(columns * rows);
  const addRow = pixels.isOpaque ? addOpaqueRow : addRowWithAlpha;
  for (let y = 0; y < pixels.height; y++) {
    const start = Math.floor(y / side) * columns;
    addRow(pixels, y, side, data.subarray(start, start + columns));
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
  }
  for (let row = 0, i = 0; row < rows; row++) {
    const down = Math.min(side, pixels.height - row * side);
    for (let column = 0; column < columns; column++, i++) {
      data[i] = (data[i] ?? 0) / (down * Math.min(side, pixels.width - column * side));
    }
  }
  return { data, width: columns, height: rows };
}

/** Rows between two checkpoints: milliseconds at any width. */
const ROWS_AT_ONCE = 64;

/** The most pixels whose reds and blues can be added up in one number of 31 bits, the reds in its lower 16. */
const MAX_TOGETHER = 128;

/** Adds a row of pixels to the sums of the squares it crosses. */
function addOpaqueRow({ data, width }: Pixels, y: number, side: number, sums: Float32Array): void {
  const words = new Int32Array(data.buffer, data.byteOffset + 4 * y * width, width);
  for (let column = 0, x = 0; column < sums.length; column++) {
    const end = Math.min(width, x + side);
    let red = 0;
    let green = 0;
    let blue = 0;
    while (x < end) {
      let both = 0;
      let greens = 0;
      for (const until = Math.min(end, x + MAX_TOGETHER); x < until; x++) {
        const word = words[x] ?? 0;
        both = (both + (word & 0xff00ff)) | 0;
        greens = (greens + (word & 0xff00)) | 0;
      }
      red += both & 0xffff;
      green += greens;
      blue += both >>> 16;
    }
    sums[column] = (sums[column] ?? 0) + 0.2126 * red + (0.7152 * green) / 256 + 0.0722 * blue;
  }
}

function addRowWithAlpha({ data, width }: Pixels, y: number, side: number, sums: Float32Array): void {
  for (let x = 0, i = 4 * y * width; x < width; x++, i += 4) {
    const column = Math.floor(x / side);
    const luma = 0.2126 * (data[i] ?? 0) + 0.7152 * (data[i + 1] ?? 0) + 0.0722 * (data[i + 2] ?? 0);
    sums[column] = (sums[column] ?? 0) + MID_GREY + ((luma - MID_GREY) * (data[i + 3] ?? 0)) / 255;
  }
}

/**
 * A part of a plane at another size, with a tent filter: linear interpolation when enlarging, a weighted mean when
 * reducing. The part may extend beyond the plane, where the plane's edge is repeated.
 */
export function resamplePlane(plane: Plane, area: Area, width: number, height: number): Plane {
  if (isWholePlane(plane, area) && width === plane.width && height === plane.height) return plane;
  const across = tentWeights(area.x, area.width, width, plane.width);
  const down = tentWeights(area.y, area.height, height, plane.height);
  const data = new Float32Array(width * height);
  const slots = Array.from({ length: down.taps }, () => ({ y: -1, row: new Float32Array(width) }));
  for (let y = 0; y < height; y++) {
    const out = data.subarray(y * width, (y + 1) * width);
    for (let tap = 0; tap < down.taps; tap++) {
      const weight = down.weights[y * down.taps + tap] ?? 0;
      if (weight === 0) continue;
      const from = (down.first[y] ?? 0) + tap;
      const slot = slots[from % down.taps];
      if (slot === undefined) throw new Error('A plane has at least one row.');
      if (slot.y !== from) {
        slot.y = from;
        gather(plane.data.subarray(from * plane.width, (from + 1) * plane.width), across, slot.row);
      }
      const { row } = slot;
      for (let x = 0; x < width; x++) out[x] = (out[x] ?? 0) + weight * (row[x] ?? 0);
    }
  }
  return { data, width, height };
}

function isWholePlane(plane: Plane, { x, y, width, height }: Area): boolean {
  return x === 0 && y === 0 && width === plane.width && height === plane.height;
}

function gather(line: Float32Array, { first, weights, taps }: Weights, row: Float32Array): void {
  for (let x = 0, at = 0; x < first.length; x++) {
    let from = first[x] ?? 0;
    let sum = 0;
    for (const end = at + taps; at < end; at++, from++) sum += (weights[at] ?? 0) * (line[from] ?? 0);
    row[x] = sum;
  }
}

/**
 * Weights of a tent filter, as wide as the larger of the two sample distances, over a line of `length` samples whose
 * ends are repeated.
 */
function tentWeights(start: number, extent: number, count: number, length: number): Weights {
  const scale = extent / count;
  const reach = Math.max(1, scale);
  const taps = Math.min(length, Math.ceil(2 * reach) + 1);
  const first = new Int32Array(count);
  const weights = new Float32Array(count * taps);
  for (let i = 0; i < count; i++) {
    const centre = start + (i + 0.5) * scale - 0.5;
    const from = Math.ceil(centre - reach);
    const at = Math.max(0, Math.min(length - taps, from));
    first[i] = at;
    let sum = 0;
    for (let sample = from; sample <= centre + reach; sample++) sum += 1 - Math.abs(sample - centre) / reach;
    for (let sample = from; sample <= centre + reach; sample++) {
      const index = i * taps + Math.max(0, Math.min(length - 1, sample)) - at;
      weights[index] = (weights[index] ?? 0) + (1 - Math.abs(sample - centre) / reach) / sum;
    }
  }
  return { first, weights, taps };
}

/** The surroundings of each pixel of a row: those pixels that count, in a square around it. Written over for the next row. */
export type Surroundings = {
  /** How many pixels count. */
  readonly counts: Float64Array;
  /** The mean of their values, 0 where none counts, and the variance. */
  readonly means: Float64Array;
  readonly variances: Float64Array;
};

/**
 * Visits the rows from the top down, each with the surroundings of its pixels.
 * @param weights 1 for the pixels that count, 0 for the others
 * @param radius of the surroundings: squares of 2 × radius + 1 pixels, cut off at the edges of the plane
 */
export function visitSurroundings(
  { data, width, height }: Plane,
  { data: weights }: Plane,
  radius: number,
  visit: (y: number, surroundings: Surroundings) => void,
): void {
  // Sums of the columns, with zeros on both sides, so that no pixel has to be asked whether it has neighbours.
  const reach = 2 * radius;
  const counted = new Float64Array(width + reach);
  const summed = new Float64Array(width + reach);
  const squared = new Float64Array(width + reach);
  const nothing = new Float32Array(width);
  const rowOf = (plane: Float32Array, y: number): Float32Array =>
    y < 0 || y >= height ? nothing : plane.subarray(y * width, (y + 1) * width);
  /** Adds a row to the sums, and takes another one out of them. */
  const exchangeRows = (entering: number, leaving: number): void => {
    const [added, taken] = [rowOf(data, entering), rowOf(data, leaving)];
    const [adds, takes] = [rowOf(weights, entering), rowOf(weights, leaving)];
    for (let x = 0; x < width; x++) {
      const more = adds[x] ?? 0;
      const less = takes[x] ?? 0;
      // Relative to mid grey, so that squares stay small and exact.
      const one = more * ((added[x] ?? 0) - MID_GREY);
      const other = less * ((taken[x] ?? 0) - MID_GREY);
      const at = x + radius;
      counted[at] = (counted[at] ?? 0) + more - less;
      summed[at] = (summed[at] ?? 0) + one - other;
      squared[at] = (squared[at] ?? 0) + one * one - other * other;
    }
  };
  const surroundings: Surroundings = {
    counts: new Float64Array(width),
    means: new Float64Array(width),
    variances: new Float64Array(width),
  };
  const { counts, means, variances } = surroundings;
  for (let y = 0; y < radius; y++) exchangeRows(y, -1);
  for (let y = 0; y < height; y++) {
    exchangeRows(y + radius, y - radius - 1);
    let [count, sum, square] = [0, 0, 0];
    for (let x = 0; x < reach; x++) {
      count += counted[x] ?? 0;
      sum += summed[x] ?? 0;
      square += squared[x] ?? 0;
    }
    for (let x = 0; x < width; x++) {
      count += counted[x + reach] ?? 0;
      sum += summed[x + reach] ?? 0;
      square += squared[x + reach] ?? 0;
      const mean = count > 0 ? sum / count : 0;
      counts[x] = count;
      means[x] = count > 0 ? mean + MID_GREY : 0;
      variances[x] = count > 0 ? Math.max(0, square / count - mean * mean) : 0;
      count -= counted[x] ?? 0;
      sum -= summed[x] ?? 0;
      square -= squared[x] ?? 0;
    }
    visit(y, surroundings);
  }
}

/**
 * Each pixel's brightness relative to its surroundings, in their standard deviations: independent of colours, exposure
 * and contrast. Surroundings are the pixels of weight 1 within `radius`; pixels of weight 0 give 0.
 * @param noise deviations below this, in the plane's own units, fade to 0.
 */
export function localContrast(plane: Plane, weights: Plane, radius: number, noise: number): Plane {
  const { data, width } = plane;
  const { data: known } = weights;
  const contrasts = new Float32Array(data.length);
  visitSurroundings(plane, weights, radius, (y, { means, variances }) => {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (known[i] === 0) continue;
      const contrast = ((data[i] ?? 0) - (means[x] ?? 0)) / Math.sqrt((variances[x] ?? 0) + noise * noise);
      contrasts[i] = Math.max(-MAX_CONTRAST, Math.min(MAX_CONTRAST, contrast));
    }
  });
  return { ...plane, data: contrasts };
}

/** The most that a single pixel counts, in standard deviations. */
const MAX_CONTRAST = 3;

/**
 * The correlation, −1 to 1, of two planes where the first is not 0 and where they overlap after the second is moved
 * back by whole pixels.
 */
export function correlate(a: Plane, b: Plane, dx: number, dy: number): number {
  const { width, height, data: first } = a;
  const second = b.data;
  const offset = dy * width + dx;
  const [left, right] = [Math.max(0, -dx), Math.min(width, width - dx)];
  const bottom = Math.min(height, height - dy);
  let both = 0;
  let inA = 0;
  let inB = 0;
  for (let y = Math.max(0, -dy); y < bottom; y++) {
    const end = y * width + right;
    for (let i = y * width + left; i < end; i++) {
      const one = first[i] ?? 0;
      if (one === 0) continue;
      const other = second[i + offset] ?? 0;
      both += one * other;
      inA += one * one;
      inB += other * other;
    }
  }
  return inA > 0 && inB > 0 ? both / Math.sqrt(inA * inB) : 0;
}

/** Whether all values are the same, within the rounding of 8 bits. */
export function isFlat({ data }: Plane): boolean {
  const first = data[0] ?? 0;
  return data.every((value) => Math.abs(value - first) < 0.5);
}
