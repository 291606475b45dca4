// Planes of numbers, on which alignment and comparison work instead of pictures.

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
export function lumaPlane(pixels: Pixels, width: number, height: number): Plane {
  // Whole squares first: then each pixel of a large picture is read only once, and the tent filter combines few values.
  const side = Math.max(1, Math.floor(Math.min(pixels.width / width, pixels.height / height)));
  const area = { x: 0, y: 0, width: pixels.width / side, height: pixels.height / side };
  return resamplePlane(lumaOfSquares(pixels, side), area, width, height);
}

/** The mean brightness of squares of `side` × `side` pixels; those at the right and the bottom may be incomplete. */
function lumaOfSquares(pixels: Pixels, side: number): Plane {
  const [columns, rows] = [Math.ceil(pixels.width / side), Math.ceil(pixels.height / side)];
  const data = new Float32Array(columns * rows);
  const addRow = pixels.isOpaque ? addOpaqueRow : addRowWithAlpha;
  for (let y = 0; y < pixels.height; y++) {
    const start = Math.floor(y / side) * columns;
    addRow(pixels, y, side, data.subarray(start, start + columns));
  }
  for (let row = 0, i = 0; row < rows; row++) {
    const down = Math.min(side, pixels.height - row * side);
    for (let column = 0; column < columns; column++, i++) {
      data[i] = (data[i] ?? 0) / (down * Math.min(side, pixels.width - column * side));
    }
  }
  return { data, width: columns, height: rows };
}

/** Adds a row of pixels to the sums of the squares it crosses. */
function addOpaqueRow({ data, width }: Pixels, y: number, side: number, sums: Float32Array): void {
  const last = 4 * (y + 1) * width;
  for (let column = 0, i = 4 * y * width; column < sums.length; column++) {
    const end = Math.min(last, i + 4 * side);
    let [red, green, blue] = [0, 0, 0];
    for (; i < end; i += 4) {
      red += data[i] ?? 0;
      green += data[i + 1] ?? 0;
      blue += data[i + 2] ?? 0;
    }
    sums[column] = (sums[column] ?? 0) + 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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

/** Sums over squares of 2 × radius + 1 pixels; pixels beyond the plane count as 0. */
export function boxSums({ data, width, height }: Plane, radius: number): Plane {
  const across = new Float32Array(data.length);
  // With zeros on both sides, so that no pixel has to be asked whether it has neighbours.
  const padded = new Float32Array(width + 2 * radius);
  const reach = 2 * radius;
  for (let y = 0; y < height; y++) {
    const start = y * width;
    padded.set(data.subarray(start, start + width), radius);
    let sum = 0;
    for (let x = 0; x < reach; x++) sum += padded[x] ?? 0;
    for (let x = 0; x < width; x++) {
      sum += padded[x + reach] ?? 0;
      across[start + x] = sum;
      sum -= padded[x] ?? 0;
    }
  }
  const out = new Float32Array(data.length);
  const sums = new Float64Array(width);
  const nothing = new Float32Array(width);
  const rowAt = (y: number): Float32Array =>
    y < 0 || y >= height ? nothing : across.subarray(y * width, (y + 1) * width);
  for (let y = 0; y < Math.min(radius, height); y++) {
    const row = rowAt(y);
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (row[x] ?? 0);
  }
  for (let y = 0; y < height; y++) {
    const [entering, leaving] = [rowAt(y + radius), rowAt(y - radius)];
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const sum = (sums[x] ?? 0) + (entering[x] ?? 0);
      out[i] = sum;
      sums[x] = sum - (leaving[x] ?? 0);
    }
  }
  return { data: out, width, height };
}

/**
 * Each pixel's brightness relative to its surroundings, in their standard deviations: independent of colours, exposure
 * and contrast. Surroundings are the pixels of weight 1 within `radius`; pixels of weight 0 give 0.
 * @param noise deviations below this, in the plane's own units, fade to 0.
 */
export function localContrast(plane: Plane, weights: Plane, radius: number, noise: number): Plane {
  const { width, height } = plane;
  const { length } = plane.data;
  const values = { data: new Float32Array(length), width, height };
  const squares = { data: new Float32Array(length), width, height };
  for (let i = 0; i < length; i++) {
    // Relative to mid grey, so that squares stay small and exact.
    const value = (plane.data[i] ?? 0) - MID_GREY;
    const weight = weights.data[i] ?? 0;
    values.data[i] = weight * value;
    squares.data[i] = weight * value * value;
  }
  const counts = boxSums(weights, radius).data;
  const sums = boxSums(values, radius).data;
  const sumsOfSquares = boxSums(squares, radius).data;
  const data = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    if (weights.data[i] === 0) continue;
    const count = Math.max(1, counts[i] ?? 0);
    const mean = (sums[i] ?? 0) / count;
    const variance = Math.max(0, (sumsOfSquares[i] ?? 0) / count - mean * mean);
    const contrast = ((plane.data[i] ?? 0) - MID_GREY - mean) / Math.sqrt(variance + noise * noise);
    data[i] = Math.max(-MOST_CONTRAST, Math.min(MOST_CONTRAST, contrast));
  }
  return { ...plane, data };
}

/** The most that a single pixel counts, in standard deviations. */
const MOST_CONTRAST = 3;

/**
 * The correlation, −1 to 1, of two planes where the first is not 0 and where they overlap after the second is moved
 * back by whole pixels.
 */
export function correlate(a: Plane, b: Plane, dx: number, dy: number): number {
  const { width, height } = a;
  let [both, inA, inB] = [0, 0, 0];
  const [left, right] = [Math.max(0, -dx), Math.min(width, width - dx)];
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
    const offset = dy * width + dx;
    for (let i = y * width + left; i < y * width + right; i++) {
      const one = a.data[i] ?? 0;
      if (one === 0) continue;
      const other = b.data[i + offset] ?? 0;
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
