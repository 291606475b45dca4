// Lays a result over its source inside a mask. Outside the mask the source's bytes are not touched.

import { type Checkpoint, NO_CHECKPOINT } from './checkpoint.ts';
import { boundsOf } from './mask-bounds.ts';
import type { Coverage, Pixels } from './pixels.ts';
import { type Area, createRowResampler } from './resample.ts';
import { type ColourMatch, recolourRow } from './seam.ts';

/** Rows between two pauses. */
const ROWS_AT_ONCE = 32;

/** How a result is laid over its source. */
export type Laying = {
  /** Where the source lies in the result, slips undone. It may reach beyond the result, whose edge is repeated there. */
  readonly area: Area;
  /** What becomes of the result's colours; null leaves them. */
  readonly match: ColourMatch | null;
};

/**
 * Brings `result` back to the geometry of `source`, resampled once, and lays it over it, in place: `source` is what comes out.
 * @param weights coverage of the grown, feathered mask; undefined takes the result everywhere.
 */
export async function compositeInto(
  source: Pixels,
  result: Pixels,
  weights: Coverage | undefined,
  { area, match }: Laying,
  checkpoint: Checkpoint = NO_CHECKPOINT,
): Promise<Pixels> {
  const { width, height } = source;
  const touched = weights && boundsOf(weights);
  if (weights !== undefined && touched === undefined) return source;
  const columns = touched && { first: touched.left, end: touched.right };
  const resampler = createRowResampler(result, area, width, height, columns);
  const isOpaque = source.isOpaque && result.isOpaque;
  const raw = new Uint8ClampedArray(4 * width);
  for (let y = 0; y < height; y++) {
    const row = source.data.subarray(4 * y * width, 4 * (y + 1) * width);
    const weight = weights?.data.subarray(y * width, (y + 1) * width);
    if (weight === undefined) {
      resampler.readRow(y, row);
      if (match !== null) recolourRow(row, match);
    } else if (touched && y >= touched.top && y < touched.bottom) {
      resampler.readRow(y, raw);
      if (match !== null) recolourRow(raw, match);
      if (isOpaque) blendOpaqueRow(row, raw, weight);
      else blendRow(row, raw, weight);
    }
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
  }
  return { ...source, isOpaque: weights === undefined ? result.isOpaque : isOpaque };
}

function blendOpaqueRow(row: Uint8ClampedArray, raw: Uint8ClampedArray, weight: Uint8Array): void {
  for (let x = 0; x < weight.length; x++) {
    const over = weight[x] ?? 0;
    if (over === 0) continue;
    const under = 255 - over;
    for (let i = 4 * x; i < 4 * x + 3; i++) row[i] = ((row[i] ?? 0) * under + (raw[i] ?? 0) * over) / 255;
  }
}

/** Colours count as much as they are opaque: a transparent pixel's colour does not bleed. */
function blendRow(row: Uint8ClampedArray, raw: Uint8ClampedArray, weight: Uint8Array): void {
  for (let x = 0; x < weight.length; x++) {
    const weightOver = weight[x] ?? 0;
    const at = 4 * x;
    if (weightOver === 0) continue;
    if (weightOver === 255) {
      for (let i = at; i < at + 4; i++) row[i] = raw[i] ?? 0;
      continue;
    }
    const under = (row[at + 3] ?? 0) * (255 - weightOver);
    const over = (raw[at + 3] ?? 0) * weightOver;
    const sum = under + over;
    if (sum === 0) continue;
    for (let i = at; i < at + 3; i++) row[i] = ((row[i] ?? 0) * under + (raw[i] ?? 0) * over) / sum;
    row[at + 3] = sum / 255;
  }
}
