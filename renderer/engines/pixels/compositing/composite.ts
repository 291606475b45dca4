// Composites a result over its source inside a mask. The source's bytes are not changed: the composite is a separate
// patch.

import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { boundsOf, coveredColumns } from '../mask-bounds.ts';
import { type Coverage, hasOnlyOpaque, type Pixels, type Rows } from '../pixels.ts';
import { createPlacedResampler } from '../resampling/placed-rows.ts';
import type { Placement } from '../resampling/placement.ts';
import { createGrainAdder, type Grain } from './grain.ts';
import { createCorrector, type SeamMatch } from './seam.ts';

/** Rows between two pauses. */
const ROWS_AT_ONCE = 8;

/** How a result is composited over its source. */
export type Laying = {
  /**
   * The position of the source in the result, with its misalignment corrected. It may extend beyond the result, whose
   * edge is repeated there.
   */
  readonly placement: Placement;
  /** How the result's colours are changed; null leaves them unchanged. */
  readonly match: SeamMatch | null;
  /** The grain that is added to the result; null adds none. */
  readonly grain: Grain | null;
};

/** A rectangle that replaces pixels of the source: source and result already mixed. */
export type Patch = { readonly left: number; readonly top: number; readonly pixels: Pixels };

/**
 * Resamples `result` once to the geometry of `source`, and mixes it with the source inside the mask.
 * @param weights coverage of the grown, feathered mask; undefined uses the result everywhere.
 * @returns the smallest rectangle that contains the mask; undefined for an empty one.
 */
export async function makePatch(
  source: Pixels,
  result: Pixels,
  weights: Coverage | undefined,
  { placement, match, grain }: Laying,
  checkpoint: Checkpoint = NO_CHECKPOINT,
): Promise<Patch | undefined> {
  const whole = { left: 0, top: 0, right: source.width, bottom: source.height };
  const bounds = weights === undefined ? whole : boundsOf(weights);
  if (bounds === undefined) return undefined;
  const { left, top } = bounds;
  const [width, height] = [bounds.right - left, bounds.bottom - top];
  const data = new Uint8ClampedArray(4 * width * height);
  const isOpaque = result.isOpaque && (weights === undefined || source.isOpaque);
  const resampler = createPlacedResampler(result, placement);
  const correct = match && createCorrector(match, width);
  const addGrain = grain && createGrainAdder(grain, { first: left, end: bounds.right });
  const over = new Uint8ClampedArray(4 * source.width);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * source.width + left;
    const row = data.subarray(4 * y * width, 4 * (y + 1) * width);
    if (weights !== undefined) row.set(source.data.subarray(4 * start, 4 * (start + width)));
    const weight = weights?.data.subarray(start, start + width);
    const { first, end } = weight === undefined ? { first: 0, end: width } : coveredColumns(weight);
    if (end === 0) continue;
    resampler.readRow(top + y, over, { first: left + first, end: left + end });
    const [below, above] = [row.subarray(4 * first, 4 * end), over.subarray(4 * (left + first), 4 * (left + end))];
    correct?.(above, top + y, left + first);
    addGrain?.(above, top + y, left + first);
    if (weight === undefined) below.set(above);
    else if (isOpaque) blendOpaqueRow(below, above, weight.subarray(first, end));
    else blendRow(below, above, weight.subarray(first, end));
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
  }
  return { left, top, pixels: { data, width, height, isOpaque: isOpaque || hasOnlyOpaque(data) } };
}

/** The patch of a part of a picture as one of the whole. @param part where that part begins */
export function patchInWhole(patch: Patch, part: { readonly x: number; readonly y: number }): Patch {
  return { ...patch, left: part.x + patch.left, top: part.y + patch.top };
}

/** The source with a patch applied, row by row. */
export function patchedRows(source: Pixels, patch: Patch | undefined): Rows {
  const { width, height, data } = source;
  const isWhole = patch?.pixels.width === width && patch.pixels.height === height;
  return {
    width,
    height,
    isOpaque: (isWhole || source.isOpaque) && (patch?.pixels.isOpaque ?? true),
    readRow: (y, row) => {
      row.set(data.subarray(4 * y * width, 4 * (y + 1) * width));
      if (patch === undefined) return;
      const { left, top, pixels } = patch;
      if (y < top || y >= top + pixels.height) return;
      const start = 4 * (y - top) * pixels.width;
      row.set(pixels.data.subarray(start, start + 4 * pixels.width), 4 * left);
    },
  };
}

function blendOpaqueRow(row: Uint8ClampedArray, raw: Uint8ClampedArray, weight: Uint8Array): void {
  for (let x = 0; x < weight.length; x++) {
    const over = weight[x] ?? 0;
    if (over === 0) continue;
    const under = 255 - over;
    for (let i = 4 * x; i < 4 * x + 3; i++) row[i] = ((row[i] ?? 0) * under + (raw[i] ?? 0) * over) / 255;
  }
}

/** Colours are weighted by their opacity, so that the colour of a transparent pixel does not bleed. */
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
