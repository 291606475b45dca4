// Makes a cropped picture of another one, takes its mask along, and lays a result of it back into the other one.

import {
  type Affine,
  type Crop,
  followed,
  type Point,
  reversed,
  toCropped,
} from '../../../../shared/images/cropping.ts';
import type { Size } from '../../../../shared/images/size.ts';
import { NO_CHECKPOINT } from '../checkpoint.ts';
import { type Coverage, type Pixels, type Rows, rowsOf } from '../pixels.ts';
import { createSampler } from '../resampling/sampler.ts';
import { growAndFeather } from './feather.ts';

/** Rows between two pauses. */
const ROWS_AT_ONCE = 16;
/** What is laid back of a straightened picture fades in over this many pixels at the edges of its frame. */
const EDGE_PX = 2;
/** How far around what was changed a result of a straightened picture is laid back, and then fades. */
const AROUND_PX = 2;

/** The rows of a crop: byte by byte those of the picture, unless it is straightened. */
export function croppedRows(picture: Pixels, crop: Crop): Rows {
  const { width, height } = crop.frame;
  const back = reversed(toCropped(crop, picture));
  const { isOpaque } = picture;
  if (crop.angle === 0) {
    return { width, height, isOpaque, readRow: (y, row) => copyRow(picture, back, y, row, { from: 0, end: width }) };
  }
  const sample = createSampler(picture, 1, 1);
  return {
    width,
    height,
    isOpaque,
    readRow: (y, row) => {
      const start = middle(back, 0, y);
      for (let x = 0; x < width; x++) sample(start.x + back.a * x, start.y + back.b * x, row, 4 * x);
    },
  };
}

/** Where the middle of a pixel comes to lie. */
function middle(by: Affine, x: number, y: number): Point {
  const [u, v] = [x + 0.5, y + 0.5];
  return { x: by.a * u + by.c * v + by.e, y: by.b * u + by.d * v + by.f };
}

/** Copies pixels of a row from where they lie in another picture. @param by turns and flips only, to whole pixels */
function copyRow(
  { data, width }: Pixels,
  by: Affine,
  y: number,
  row: Uint8ClampedArray,
  { from, end }: { from: number; end: number },
): void {
  const first = middle(by, from, y);
  let at = 4 * (Math.floor(first.y) * width + Math.floor(first.x));
  const step = 4 * (by.b * width + by.a);
  if (step === 4) {
    row.set(data.subarray(at, at + 4 * (end - from)), 4 * from);
    return;
  }
  for (let i = 4 * from; i < 4 * end; i += 4, at += step) {
    row[i] = data[at] ?? 0;
    row[i + 1] = data[at + 1] ?? 0;
    row[i + 2] = data[at + 2] ?? 0;
    row[i + 3] = data[at + 3] ?? 0;
  }
}

/**
 * The mask of a picture as it lies in another crop of the same: exact, unless one is straightened by another angle. What
 * was not in the picture is not covered.
 * @param from how the picture of the mask was cut, @param to how the other one is. @param whole what both are cut from
 */
export async function croppedCoverage(
  mask: Coverage,
  from: Crop,
  to: Crop,
  whole: Size,
  checkpoint = NO_CHECKPOINT,
): Promise<Coverage> {
  const { width, height } = to.frame;
  const back = followed(reversed(toCropped(to, whole)), toCropped(from, whole));
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
    const start = middle(back, 0, y);
    for (let x = 0; x < width; x++)
      data[y * width + x] = Math.round(coverageAt(mask, start.x + back.a * x, start.y + back.b * x));
  }
  return { data, width, height };
}

/** Coverage between the middles of pixels; 0 outside. */
function coverageAt({ data, width, height }: Coverage, x: number, y: number): number {
  if (x <= -0.5 || y <= -0.5 || x >= width + 0.5 || y >= height + 0.5) return 0;
  // A place that is meant to be the middle of a pixel is not shared with its neighbour because of rounding.
  const left = Math.floor(x - 0.5 + ROUNDING);
  const top = Math.floor(y - 0.5 + ROUNDING);
  const [right, below] = [Math.max(0, x - 0.5 - left), Math.max(0, y - 0.5 - top)];
  const at = (u: number, v: number): number =>
    u < 0 || v < 0 || u >= width || v >= height ? 0 : (data[v * width + u] ?? 0);
  const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
  const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
  return upper * (1 - below) + lower * below;
}

const ROUNDING = 1e-6;

/**
 * Where a result of a straightened picture counts when it is laid back: what was changed, and a little around it. The
 * rest would lose sharpness for nothing.
 * @param result as large as the frame
 */
export async function changedWeights(
  picture: Pixels,
  result: Pixels,
  crop: Crop,
  checkpoint = NO_CHECKPOINT,
): Promise<Coverage> {
  const { width, height, readRow } = croppedRows(picture, crop);
  const data = new Uint8Array(width * height);
  const row = new Uint8ClampedArray(4 * width);
  const [before, after] = [new Uint32Array(row.buffer), new Uint32Array(result.data.buffer, result.data.byteOffset)];
  for (let y = 0; y < height; y++) {
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
    readRow(y, row);
    for (let x = 0, at = y * width; x < width; x++, at++) if (before[x] !== after[at]) data[at] = 255;
  }
  return growAndFeather({ data, width, height }, AROUND_PX, AROUND_PX, checkpoint);
}

/**
 * The rows of a picture with a result of its crop laid back: outside of the crop they are those of the picture, byte by
 * byte. Inside they are the bytes of the result, unless the picture was straightened: then the result is resampled once
 * more, and only where it counts.
 * @param result as large as the frame. @param weights where it counts, as large as the frame; null for everywhere
 */
export function laidBackRows(picture: Pixels, result: Pixels, crop: Crop, weights: Coverage | null): Rows {
  const { width, height } = picture;
  const rows = rowsOf(picture);
  const there = toCropped(crop, picture);
  const bounds = boundsIn(picture, crop);
  const mix = crop.angle === 0 ? undefined : createMixer(result, weights, there);
  return {
    width,
    height,
    isOpaque: picture.isOpaque && result.isOpaque,
    readRow: (y, row) => {
      rows.readRow(y, row);
      if (y < bounds.top || y >= bounds.bottom) return;
      if (mix === undefined) copyRow(result, there, y, row, { from: bounds.left, end: bounds.right });
      else mix(row, y, bounds);
    },
  };
}

/** The pixels of a picture that a crop shows, and with a straightened one those around it. */
function boundsIn(picture: Size, crop: Crop) {
  const { width, height } = crop.frame;
  const back = reversed(toCropped(crop, picture));
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
    { x: width, y: height },
  ].map(({ x, y }) => ({ x: back.a * x + back.c * y + back.e, y: back.b * x + back.d * y + back.f }));
  const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return {
    left: Math.max(0, Math.floor(Math.min(...across) + ROUNDING)),
    top: Math.max(0, Math.floor(Math.min(...down) + ROUNDING)),
    right: Math.min(picture.width, Math.ceil(Math.max(...across) - ROUNDING)),
    bottom: Math.min(picture.height, Math.ceil(Math.max(...down) - ROUNDING)),
  };
}

/** Mixes a row of the result into one of the picture. */
function createMixer(result: Pixels, weights: Coverage | null, there: Affine) {
  const { width, height } = result;
  const sample = createSampler(result, 1, 1);
  const over = new Uint8ClampedArray(4);
  return (row: Uint8ClampedArray, y: number, { left, right }: { left: number; right: number }): void => {
    const start = middle(there, 0, y);
    for (let x = left; x < right; x++) {
      const u = start.x + there.a * x;
      const v = start.y + there.b * x;
      const inside = Math.min(u, v, width - u, height - v);
      if (inside <= 0) continue;
      const counted = weights === null ? 1 : coverageAt(weights, u, v) / 255;
      const share = Math.min(1, inside / EDGE_PX) * counted;
      if (share === 1) sample(u, v, row, 4 * x);
      else if (share > 0) {
        sample(u, v, over, 0);
        mixPixel(row, 4 * x, over, share);
      }
    }
  };
}

/** Mixes a pixel into the one at `i`; colours are weighted by their opacity. */
function mixPixel(row: Uint8ClampedArray, i: number, over: Uint8ClampedArray, share: number): void {
  const under = (1 - share) * (row[i + 3] ?? 0);
  const above = share * (over[3] ?? 0);
  const alpha = under + above;
  for (let channel = 0; channel < 3; channel++) {
    const mixed = (row[i + channel] ?? 0) * under + (over[channel] ?? 0) * above;
    row[i + channel] = alpha === 0 ? 0 : mixed / alpha;
  }
  row[i + 3] = alpha;
}
