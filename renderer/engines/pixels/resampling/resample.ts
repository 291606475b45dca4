// Resamples a part of a picture to another size, row by row: separable Lanczos in floating point, colours weighted by
// alpha.

import { type Area, type Columns, type Pixels, type Rows, rowsOf } from '../pixels.ts';
import { lanczosWeights, type Weights } from './kernel.ts';

/** Computes rows of the resized picture, RGBA, colours not multiplied by alpha. */
export type RowResampler = {
  /**
   * Writes row `y` into `row` (4 × width bytes), in any order. @param columns the pixels to write; the others are left
   * unchanged.
   */
  readonly readRow: (y: number, row: Uint8ClampedArray, columns?: Columns) => void;
};

/**
 * Prepares to resample `area` of a picture to `width` × `height`. An area equal to the output size on whole pixels is
 * copied exactly. Memory: one row of floats.
 */
export function createRowResampler(source: Pixels, area: Area, width: number, height: number): RowResampler {
  const whole = { first: 0, end: width };
  if (isCopy(source, area, width, height)) {
    return {
      readRow: (y, row, { first, end } = whole) => {
        const start = (area.y + y) * source.width + area.x;
        row.set(source.data.subarray(4 * (start + first), 4 * (start + end)), 4 * first);
      },
    };
  }
  const across = lanczosWeights(area.x, area.width, width, source.width);
  const down = lanczosWeights(area.y, area.height, height, source.height);
  const line = new Float32Array(4 * source.width);
  const [mix, write] = source.isOpaque ? [mixOpaque, writeOpaque] : [mixWithAlpha, writeWithAlpha];
  return {
    readRow: (y, row, columns = whole) => {
      mixRows(source, down, y, readBy(across, columns), line, mix);
      write(line, across, row, columns);
    },
  };
}

/** The rows of a picture in another size. */
export function scaledRows(pixels: Pixels, width: number, height: number): Rows {
  if (width === pixels.width && height === pixels.height) return rowsOf(pixels);
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  const { readRow } = createRowResampler(pixels, whole, width, height);
  return { width, height, isOpaque: pixels.isOpaque, readRow };
}

function isCopy(source: Pixels, area: Area, width: number, height: number): boolean {
  const isWhole = Number.isInteger(area.x) && Number.isInteger(area.y);
  const isInside = area.x >= 0 && area.y >= 0 && area.x + width <= source.width && area.y + height <= source.height;
  return isWhole && isInside && area.width === width && area.height === height;
}

/** The input samples that contribute to a range of output samples. */
function readBy({ first, taps }: Weights, columns: Columns): Columns {
  return { first: first[columns.first] ?? 0, end: (first[columns.end - 1] ?? 0) + taps };
}

/** Adds four rows, multiplied by their weights, to a line; `at` is the position of each row in the data. */
type Mix = (
  data: Uint8ClampedArray,
  at: readonly [number, number, number, number],
  weight: readonly [number, number, number, number],
  line: Float32Array,
  columns: Columns,
) => void;

/**
 * Mixes the rows that contribute to output row `y`, within the columns, four at a time: each pass over the line costs
 * as much as a row.
 */
function mixRows(
  { data, width }: Pixels,
  { first, weights, taps }: Weights,
  y: number,
  columns: Columns,
  line: Float32Array,
  mix: Mix,
): void {
  line.fill(0, 4 * columns.first, 4 * columns.end);
  const top = first[y] ?? 0;
  // Beyond the last tap the last row is repeated, with weight 0.
  const startOf = (tap: number): number => 4 * ((top + Math.min(tap, taps - 1)) * width + columns.first);
  const weightOf = (tap: number): number => (tap < taps ? (weights[y * taps + tap] ?? 0) : 0);
  for (let tap = 0; tap < taps; tap += 4) {
    const four = [weightOf(tap), weightOf(tap + 1), weightOf(tap + 2), weightOf(tap + 3)] as const;
    // As the last ones are where a picture is reduced by a whole number.
    if (four.every((weight) => weight === 0)) continue;
    const at = [startOf(tap), startOf(tap + 1), startOf(tap + 2), startOf(tap + 3)] as const;
    mix(data, at, four, line, columns);
  }
}

/** Ignores alpha. */
const mixOpaque: Mix = (data, [a, b, c, d], [wa, wb, wc, wd], line, { first, end }) => {
  for (let i = 4 * first, k = 0; i < 4 * end; i += 4, k += 4) {
    line[i] =
      (line[i] ?? 0) +
      wa * (data[a + k] ?? 0) +
      wb * (data[b + k] ?? 0) +
      wc * (data[c + k] ?? 0) +
      wd * (data[d + k] ?? 0);
    line[i + 1] =
      (line[i + 1] ?? 0) +
      wa * (data[a + k + 1] ?? 0) +
      wb * (data[b + k + 1] ?? 0) +
      wc * (data[c + k + 1] ?? 0) +
      wd * (data[d + k + 1] ?? 0);
    line[i + 2] =
      (line[i + 2] ?? 0) +
      wa * (data[a + k + 2] ?? 0) +
      wb * (data[b + k + 2] ?? 0) +
      wc * (data[c + k + 2] ?? 0) +
      wd * (data[d + k + 2] ?? 0);
  }
};

/** Colours are weighted by their opacity. */
const mixWithAlpha: Mix = (data, starts, weights, line, { first, end }) => {
  for (let i = 4 * first, k = 0; i < 4 * end; i += 4, k += 4) {
    for (let row = 0; row < 4; row++) {
      const at = (starts[row] ?? 0) + k;
      const alpha = (weights[row] ?? 0) * (data[at + 3] ?? 0);
      const share = alpha / 255;
      line[i] = (line[i] ?? 0) + share * (data[at] ?? 0);
      line[i + 1] = (line[i + 1] ?? 0) + share * (data[at + 1] ?? 0);
      line[i + 2] = (line[i + 2] ?? 0) + share * (data[at + 2] ?? 0);
      line[i + 3] = (line[i + 3] ?? 0) + alpha;
    }
  }
};

/** Clamped bytes round and clamp automatically. */
function writeOpaque(
  line: Float32Array,
  { first, weights, taps }: Weights,
  row: Uint8ClampedArray,
  columns: Columns,
): void {
  for (let x = columns.first, tap = taps * x; x < columns.end; x++) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let from = 4 * (first[x] ?? 0);
    for (const end = tap + taps; tap < end; tap++, from += 4) {
      const weight = weights[tap] ?? 0;
      red += weight * (line[from] ?? 0);
      green += weight * (line[from + 1] ?? 0);
      blue += weight * (line[from + 2] ?? 0);
    }
    row[4 * x] = red;
    row[4 * x + 1] = green;
    row[4 * x + 2] = blue;
    row[4 * x + 3] = 255;
  }
}

function writeWithAlpha(
  line: Float32Array,
  { first, weights, taps }: Weights,
  row: Uint8ClampedArray,
  columns: Columns,
): void {
  for (let x = columns.first, tap = taps * x; x < columns.end; x++) {
    let [red, green, blue, alpha] = [0, 0, 0, 0];
    let from = 4 * (first[x] ?? 0);
    for (const end = tap + taps; tap < end; tap++, from += 4) {
      const weight = weights[tap] ?? 0;
      red += weight * (line[from] ?? 0);
      green += weight * (line[from + 1] ?? 0);
      blue += weight * (line[from + 2] ?? 0);
      alpha += weight * (line[from + 3] ?? 0);
    }
    const share = alpha > 0 ? 255 / alpha : 0;
    row[4 * x] = red * share;
    row[4 * x + 1] = green * share;
    row[4 * x + 2] = blue * share;
    row[4 * x + 3] = alpha;
  }
}
