// Brings a part of a picture to another size, row by row: separable Lanczos in floating point, colours weighed by alpha.

import { lanczosWeights, type Weights } from './kernel.ts';
import type { Pixels } from './pixels.ts';

/**
 * A part of a picture in continuous pixel coordinates. What lies around it has no influence; where it reaches beyond the
 * picture, the picture's edge is repeated.
 */
export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A range of pixels of a row. */
type Columns = { readonly first: number; readonly end: number };

/** Gives rows of the resized picture, RGBA, colours not multiplied by alpha. */
export type RowResampler = {
  /** Writes row `y` into `row` (4 × width bytes). Rows are asked for from the top down; skipping is fine. */
  readonly readRow: (y: number, row: Uint8ClampedArray) => void;
};

/**
 * Prepares to bring `area` of a picture to `width` × `height`. An area equal to the output size on whole pixels is copied
 * exactly. Memory: a few rows of floats.
 * @param columns output pixels of each row that are wanted; of the others nothing can be said.
 */
export function createRowResampler(
  source: Pixels,
  area: Area,
  width: number,
  height: number,
  columns: Columns = { first: 0, end: width },
): RowResampler {
  if (isCopy(source, area, width, height)) {
    return {
      readRow: (y, row) => {
        const start = 4 * ((area.y + y) * source.width + area.x);
        row.set(source.data.subarray(start, start + 4 * width));
      },
    };
  }
  const across = lanczosWeights(area.x, area.width, width, source.width);
  const down = lanczosWeights(area.y, area.height, height, source.height);
  const rows = createRowCache(source, across, columns, down.taps);
  const sum = new Float32Array(4 * width);
  return {
    readRow: (y, row) => {
      const [start, end] = [4 * columns.first, 4 * columns.end];
      sum.fill(0, start, end);
      const first = down.first[y] ?? 0;
      for (let tap = 0; tap < down.taps; tap++) {
        const weight = down.weights[y * down.taps + tap] ?? 0;
        if (weight !== 0) addScaled(sum, rows(first + tap), weight, start, end);
      }
      if (source.isOpaque) writeOpaque(sum, row, start, end);
      else writeWithAlpha(sum, row, start, end);
    },
  };
}

function isCopy(source: Pixels, area: Area, width: number, height: number): boolean {
  const isWhole = Number.isInteger(area.x) && Number.isInteger(area.y);
  const isInside = area.x >= 0 && area.y >= 0 && area.x + width <= source.width && area.y + height <= source.height;
  return isWhole && isInside && area.width === width && area.height === height;
}

/** Source rows brought to the output's width, the last few of them kept. */
function createRowCache(source: Pixels, across: Weights, columns: Columns, kept: number): (y: number) => Float32Array {
  const width = across.first.length;
  const slots = Array.from({ length: kept }, () => ({ y: -1, row: new Float32Array(4 * width) }));
  const line = new Float32Array(4 * source.width);
  const read = {
    first: across.first[columns.first] ?? 0,
    end: (across.first[columns.end - 1] ?? 0) + across.taps,
  };
  return (y) => {
    const slot = slots[y % kept];
    if (slot === undefined) throw new Error('A resampler keeps at least one row.');
    if (slot.y !== y) {
      slot.y = y;
      loadRow(source, y, line, read);
      stretchRow(line, across, slot.row, columns);
    }
    return slot.row;
  };
}

/** A source row as floats, colours multiplied by alpha where it has any. */
function loadRow({ data, width, isOpaque }: Pixels, y: number, line: Float32Array, { first, end }: Columns): void {
  const start = 4 * y * width;
  if (isOpaque) {
    for (let i = 4 * first; i < 4 * end; i++) line[i] = data[start + i] ?? 0;
    return;
  }
  for (let i = 4 * first; i < 4 * end; i += 4) {
    const alpha = data[start + i + 3] ?? 0;
    const share = alpha / 255;
    line[i] = (data[start + i] ?? 0) * share;
    line[i + 1] = (data[start + i + 1] ?? 0) * share;
    line[i + 2] = (data[start + i + 2] ?? 0) * share;
    line[i + 3] = alpha;
  }
}

function stretchRow(line: Float32Array, { first, weights, taps }: Weights, row: Float32Array, columns: Columns): void {
  for (let x = columns.first, at = taps * columns.first; x < columns.end; x++) {
    let from = 4 * (first[x] ?? 0);
    let [red, green, blue, alpha] = [0, 0, 0, 0];
    for (const end = at + taps; at < end; at++, from += 4) {
      const weight = weights[at] ?? 0;
      red += weight * (line[from] ?? 0);
      green += weight * (line[from + 1] ?? 0);
      blue += weight * (line[from + 2] ?? 0);
      alpha += weight * (line[from + 3] ?? 0);
    }
    row[4 * x] = red;
    row[4 * x + 1] = green;
    row[4 * x + 2] = blue;
    row[4 * x + 3] = alpha;
  }
}

function addScaled(sum: Float32Array, row: Float32Array, weight: number, start: number, end: number): void {
  for (let i = start; i < end; i++) sum[i] = (sum[i] ?? 0) + weight * (row[i] ?? 0);
}

/** Clamped bytes round and clamp by themselves. */
function writeOpaque(sum: Float32Array, row: Uint8ClampedArray, start: number, end: number): void {
  for (let i = start; i < end; i += 4) {
    row[i] = sum[i] ?? 0;
    row[i + 1] = sum[i + 1] ?? 0;
    row[i + 2] = sum[i + 2] ?? 0;
    row[i + 3] = 255;
  }
}

function writeWithAlpha(sum: Float32Array, row: Uint8ClampedArray, start: number, end: number): void {
  for (let i = start; i < end; i += 4) {
    const alpha = sum[i + 3] ?? 0;
    const share = alpha > 0 ? 255 / alpha : 0;
    row[i] = (sum[i] ?? 0) * share;
    row[i + 1] = (sum[i + 1] ?? 0) * share;
    row[i + 2] = (sum[i + 2] ?? 0) * share;
    row[i + 3] = alpha;
  }
}
