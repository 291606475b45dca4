// The seam of a composite: how source and result differ in the ring around the mask, and the changes of colour that
// remove it: one for the whole edit, one that follows the light from place to place, one that fades into the edit.

import type { Checkpoint } from '../checkpoint.ts';
import { crossValidate, isBetter, meanDifference } from './cross-validation.ts';
import { type BlendBand, fitBlend } from './edge-blend.ts';
import { fitLight, lightFactor, lightGrid } from './light.ts';
import { type ColourMatch, matchColours } from './seam-match.ts';
import type { RingColours } from './seam-ring.ts';
import { createFieldReader, fieldAt, type SmoothField } from './smooth-field.ts';

/** How the colours of an edit are changed, in this order; null leaves them. */
export type SeamMatch = {
  /** One change for the whole edit. */
  readonly curve: ColourMatch | null;
  /** The change of light from place to place, see `light.ts`. */
  readonly light: SmoothField | null;
  /** Levels to add in a band inside the mask's edge. */
  readonly blend: SmoothField | null;
};

const UNMATCHED: SeamMatch = { curve: null, light: null, blend: null };

/** Which changes may be made. */
export type SeamChoices = {
  readonly isSeamMatched: boolean;
  /** Only where colours are matched. */
  readonly isLightMatched: boolean;
  /** The band in which differences that are left fade out; null blends nothing. */
  readonly blendBand: BlendBand | null;
};

/** Pixels of the ring needed to follow what differs from place to place. */
const MIN_PIXELS = 64;
/** Least side of the squares that are held out, in pixels. */
const MIN_SQUARE_PX = 16;

/**
 * Finds the changes that lower the difference in the ring; null if none does. What follows the ring from place to place
 * also has to lower it where it was not fitted.
 */
export async function matchSeam(
  colours: RingColours,
  { isSeamMatched, isLightMatched, blendBand }: SeamChoices,
  checkpoint: Checkpoint,
): Promise<SeamMatch | null> {
  const curve = isSeamMatched ? matchOnce(colours) : null;
  await checkpoint();
  let match: SeamMatch = { ...UNMATCHED, curve };
  if (colours.places.x.length >= MIN_PIXELS) {
    const grid = lightGrid(colours);
    // At least as large as the cells of the light: next to what it was fitted to, anything fits.
    const squarePx = Math.max(MIN_SQUARE_PX, grid.cellPx);
    if (isSeamMatched && isLightMatched) {
      const byCurve: Fit = async (part) => ({ ...UNMATCHED, curve: curve && matchColours(part) });
      const byLight: Fit = async (part) => ({ ...UNMATCHED, light: await fitLight(part, grid, checkpoint) });
      const byBoth: Fit = async (part) => {
        const first = await byCurve(part);
        const after = { ...part, result: corrected(part, first) };
        return { ...first, light: await fitLight(after, grid, checkpoint) };
      };
      // The one change of colour is an average where the light differs from place to place, so it is also left out.
      match = await improved(
        colours,
        match,
        [byCurve, byLight, ...(curve === null ? [] : [byBoth])],
        squarePx,
        checkpoint,
      );
    }
    if (blendBand !== null) {
      const before = { ...colours, result: corrected(colours, match) };
      const byNothing: Fit = async () => UNMATCHED;
      const byBlend: Fit = async (part) => ({ ...UNMATCHED, blend: await fitBlend(part, blendBand, checkpoint) });
      const { blend } = await improved(before, UNMATCHED, [byNothing, byBlend], squarePx, checkpoint);
      match = { ...match, blend };
    }
  }
  return match.curve === null && match.light === null && match.blend === null ? null : match;
}

/** One change of colour for the whole edit, if it lowers the error. */
export function matchOnce(colours: RingColours): ColourMatch | null {
  const curve = matchColours(colours);
  const after = seamError(colours, { ...UNMATCHED, curve });
  return after !== null && after < (seamError(colours, null) ?? 0) ? curve : null;
}

type Fit = (part: RingColours) => Promise<SeamMatch>;

/**
 * Goes from `match`, which the first of `fits` finds, to each other one that fits better: judged where it was not
 * fitted, and in the whole ring.
 */
async function improved(
  colours: RingColours,
  match: SeamMatch,
  [first, ...others]: readonly [Fit, ...Fit[]],
  squarePx: number,
  checkpoint: Checkpoint,
): Promise<SeamMatch> {
  const heldOut = (find: Fit): Promise<Float32Array> =>
    crossValidate(
      colours,
      squarePx,
      async (part) => {
        const found = await find(part);
        return (other) => corrected(other, found);
      },
      checkpoint,
    );
  let best = { match, error: seamError(colours, match) ?? 0, heldOut: await heldOut(first) };
  for (const find of others) {
    const next = await heldOut(find);
    if (!isBetter(colours.source, best.heldOut, next)) continue;
    const found = await find(colours);
    const error = seamError(colours, found) ?? 0;
    await checkpoint();
    if (error < best.error) best = { match: found, error, heldOut: next };
  }
  return best.match;
}

/** Mean difference of the ring's colours, in levels of 0–255; null without a ring. */
export function seamError(colours: RingColours, match: SeamMatch | null): number | null {
  const result = match === null ? colours.result : corrected(colours, match);
  return colours.source.length === 0 ? null : meanDifference(colours.source, result);
}

/** The result's colours after a match. */
function corrected({ result, places }: RingColours, { curve, light, blend }: SeamMatch): Float32Array {
  const out = result.slice();
  const lights = light && fieldAt(light, places);
  const blends = blend && fieldAt(blend, places);
  for (const k of [0, 1, 2] as const) {
    for (let i = k, place = 0; i < out.length; i += 3, place++) {
      let value = out[i] ?? 0;
      if (curve !== null) value = curve[k][Math.round(value)] ?? value;
      if (lights !== null) value = clamp(value + (lights[k][place] ?? 0) * lightFactor(value));
      if (blends !== null) value = clamp(value + (blends[k][place] ?? 0));
      out[i] = value;
    }
  }
  return out;
}

const clamp = (value: number): number => Math.max(0, Math.min(255, value));

/** Changes the colours of a row of pixels in place. @param first the column of its first pixel in the source */
export type RowCorrector = (row: Uint8ClampedArray, y: number, first: number) => void;

/** Prepares to apply a match to rows of a picture that is `width` pixels wide. */
export function createCorrector({ curve, light, blend }: SeamMatch, width: number): RowCorrector {
  const readLight = light && createFieldReader(light);
  const readBlend = blend && createFieldReader(blend);
  const factors = Float32Array.from({ length: 256 }, (_, byte) => lightFactor(byte));
  const [lights, blends] = [new Float32Array(3 * width), new Float32Array(3 * width)];
  return (row, y, first) => {
    const count = row.length / 4;
    if (curve !== null) applyCurve(row, curve);
    if (readLight === null && readBlend === null) return;
    readLight?.(y, first, lights.subarray(0, 3 * count));
    readBlend?.(y, first, blends.subarray(0, 3 * count));
    for (let i = 0, at = 0; at < row.length; at += 4) {
      for (let k = 0; k < 3; k++, i++) {
        const value = row[at + k] ?? 0;
        row[at + k] = value + (lights[i] ?? 0) * (factors[value] ?? 0) + (blends[i] ?? 0);
      }
    }
  };
}

function applyCurve(row: Uint8ClampedArray, [red, green, blue]: ColourMatch): void {
  for (let i = 0; i < row.length; i += 4) {
    row[i] = red[row[i] ?? 0] ?? 0;
    row[i + 1] = green[row[i + 1] ?? 0] ?? 0;
    row[i + 2] = blue[row[i + 2] ?? 0] ?? 0;
  }
}
