// Draws what changed: a heat map over the source in grey, in one colour inside the mask and another outside, and the
// mask's outline.

import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import type { Area, Coverage, Pixels } from '../pixels.ts';
import { createRowResampler } from '../resampling/resample.ts';

/** Differences up to this, in levels of any channel, are noise and stay dark. */
const NOISE_LEVEL = 4;
/** By how much a difference is amplified. */
const GAIN = 4;
/** The greatest brightness of the source in the drawing, in levels. */
const BACKDROP = 70;
/** Rows between two pauses. */
const ROWS_AT_ONCE = 32;
/** The outline's width, as a share of the drawing's long side: visible when the whole drawing is shown in a window. */
const OUTLINE_SHARE = 1 / 1000;
/** The outline's colour. */
const OUTLINE = [235, 235, 235, 255] as const;

/** From no change to the strongest: outside the mask red to yellow, inside blue to cyan. */
const OUTSIDE_COLOUR = [255, 90, 0] as const;
const INSIDE_COLOUR = [0, 130, 255] as const;

/**
 * Draws the change between two pictures.
 * @param area the position of the source in the result.
 * @param weights coverage of the mask at the source's pixels; undefined counts everything as inside.
 * @param size of the drawing.
 */
export async function drawDifference(
  source: Pixels,
  result: Pixels,
  area: Area,
  weights: Coverage | undefined,
  { width, height }: { width: number; height: number },
  checkpoint: Checkpoint = NO_CHECKPOINT,
): Promise<Pixels> {
  const before = createRowResampler(source, { x: 0, y: 0, width: source.width, height: source.height }, width, height);
  const after = createRowResampler(result, area, width, height);
  const data = new Uint8ClampedArray(4 * width * height);
  const isCovered = coveredIn(weights, width, height);
  const reach = Math.max(1, Math.round(Math.max(width, height) * OUTLINE_SHARE));
  const isOnEdge = (x: number, y: number): boolean =>
    weights !== undefined &&
    !(isCovered(x - reach, y) && isCovered(x + reach, y) && isCovered(x, y - reach) && isCovered(x, y + reach));
  const [was, is] = [new Uint8ClampedArray(4 * width), new Uint8ClampedArray(4 * width)];
  for (let y = 0; y < height; y++) {
    before.readRow(y, was);
    after.readRow(y, is);
    const row = data.subarray(4 * y * width, 4 * (y + 1) * width);
    for (let x = 0; x < width; x++) {
      const isInside = isCovered(x, y);
      if (isInside && isOnEdge(x, y)) row.set(OUTLINE, 4 * x);
      else drawPixel(row, 4 * x, was, is, isInside);
    }
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
  }
  return { data, width, height, isOpaque: true };
}

/** Whether a pixel of the drawing is inside the mask; beyond the picture its border is repeated. */
function coveredIn(weights: Coverage | undefined, width: number, height: number): (x: number, y: number) => boolean {
  if (weights === undefined) return () => true;
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * weights.width) / width));
  const rows = Int32Array.from(
    { length: height },
    (_, y) => Math.floor(((y + 0.5) * weights.height) / height) * weights.width,
  );
  const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
  return (x, y) => (weights.data[(rows[within(y, height)] ?? 0) + (columns[within(x, width)] ?? 0)] ?? 0) > 0;
}

function drawPixel(
  row: Uint8ClampedArray,
  i: number,
  was: Uint8ClampedArray,
  is: Uint8ClampedArray,
  isInside: boolean,
): void {
  let change = 0;
  for (let k = i; k < i + 4; k++) change = Math.max(change, Math.abs((was[k] ?? 0) - (is[k] ?? 0)));
  const heat = Math.min(1, (Math.max(0, change - NOISE_LEVEL) * GAIN) / 255);
  const luma = 0.2126 * (was[i] ?? 0) + 0.7152 * (was[i + 1] ?? 0) + 0.0722 * (was[i + 2] ?? 0);
  const grey = (luma / 255) * BACKDROP * ((was[i + 3] ?? 0) / 255) * (1 - heat);
  const colour = isInside ? INSIDE_COLOUR : OUTSIDE_COLOUR;
  // The lower half of the heat adds the colour, the upper half its brighter variant.
  const [strong, bright] = [Math.min(1, 2 * heat), Math.max(0, 2 * heat - 1)];
  row[i] = grey + colour[0] * strong;
  row[i + 1] = grey + (colour[1] + (255 - colour[1]) * bright) * strong;
  row[i + 2] = grey + colour[2] * strong;
  row[i + 3] = 255;
}
