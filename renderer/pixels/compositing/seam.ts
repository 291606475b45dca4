// The seam of a composite: how source and result differ in the ring around the mask, and the changes of colour that
// remove it: one for the whole edit, one that follows the light from place to place, one that fades into the edit.

import type { Checkpoint } from '../checkpoint.ts';
import { type BlendBand, blendEdge } from './edge-blend.ts';
import { meanDifference } from './held-out.ts';
import { followLight, lightFactor } from './light.ts';
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

/**
 * Finds the changes that lower the difference in the ring. Each was judged by a part of the ring that it was not fitted
 * to; null if none is left.
 */
export async function matchSeam(
  colours: RingColours,
  { isSeamMatched, isLightMatched, blendBand }: SeamChoices,
  checkpoint: Checkpoint,
): Promise<SeamMatch | null> {
  const curve = isSeamMatched ? matchColours(colours) : null;
  const light = isSeamMatched && isLightMatched ? await withLight(colours, curve, checkpoint) : { curve, light: null };
  const matched: SeamMatch = { ...UNMATCHED, ...light };
  const blend =
    blendBand && (await blendEdge({ ...colours, result: corrected(colours, matched) }, blendBand, checkpoint));
  const match = { ...matched, blend };
  return match.curve === null && match.light === null && match.blend === null ? null : match;
}

/**
 * Adds the light that is still wrong after the one change of colour. That change is an average where the light differs
 * from place to place, so the light is also sought without it.
 */
async function withLight(
  colours: RingColours,
  curve: ColourMatch | null,
  checkpoint: Checkpoint,
): Promise<Pick<SeamMatch, 'curve' | 'light'>> {
  const after = corrected(colours, { ...UNMATCHED, curve });
  const light = await followLight({ ...colours, result: after }, checkpoint);
  const alone = curve === null ? null : await followLight(colours, checkpoint);
  const candidates = [
    { curve: null, light: null },
    { curve, light: null },
    { curve, light },
    { curve: null, light: alone },
  ];
  const errors = candidates.map((candidate) => seamError(colours, { ...candidate, blend: null }) ?? 0);
  // The first, and simplest, of the best.
  return candidates[errors.indexOf(Math.min(...errors))] ?? candidates[0] ?? UNMATCHED;
}

/** Mean difference of the ring's colours, in levels of 0–255; null without a ring. */
export function seamError(colours: RingColours, match: SeamMatch | null): number | null {
  const result = match === null ? colours.result : corrected(colours, match);
  return colours.source.length === 0 ? null : meanDifference(colours.source, result);
}

/** The result's colours after a match. */
function corrected({ result, places }: RingColours, { curve, light, blend }: SeamMatch): Float32Array {
  const out = Float32Array.from(result, (value, i) =>
    curve === null ? value : (curve[i % 3]?.[Math.round(value)] ?? value),
  );
  if (light !== null) {
    const change = fieldAt(light, places);
    for (let i = 0; i < out.length; i++) {
      const value = out[i] ?? 0;
      out[i] = clamp(value + (change[i % 3]?.[Math.floor(i / 3)] ?? 0) * lightFactor(value));
    }
  }
  if (blend !== null) {
    const change = fieldAt(blend, places);
    for (let i = 0; i < out.length; i++) out[i] = clamp((out[i] ?? 0) + (change[i % 3]?.[Math.floor(i / 3)] ?? 0));
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
        row[at + k] = value + (lights[i] ?? 0) * lightFactor(value) + (blends[i] ?? 0);
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
