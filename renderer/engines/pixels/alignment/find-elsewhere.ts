// Looks for a source that a result shows, but not where it was: moved far, zoomed, cropped or mirrored. Nothing of that is
// corrected.

import { BLOCK_MARKS } from '../../../../shared/images/source-usage.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { type Shift, shiftedArea } from '../resampling/shift.ts';
import { refineShift } from './align-refine.ts';
import { type Reach, searchCrops, searchShifts } from './align-search.ts';
import { isFarBetter } from './hold-shift.ts';
import type { Plane } from './plane.ts';
import { bestOf, GUESSES, signOf } from './rank-guesses.ts';
import type { Scene } from './scene.ts';
import { compareStructure, type Structure } from './structure.ts';

/** A scene in three sizes: for the search, to rank what it found, and to compare. */
export type Sizes = Record<'smallest' | 'ranked' | 'compared', Scene>;

/** How the result compares where it was found, and whether more than a quarter of the source is cut off. */
export type Elsewhere = { readonly structure: Structure; readonly isCropped: boolean };

/** Relays zoom and move pictures by this, at most; more is a crop. */
const WIDE_REACH = { shiftShare: 1 / 8, scale: 0.2 } as const;
/** How much a crop may be enlarged, at most: then a quarter of the source is left. */
const MAX_ENLARGED = 2;
/**
 * Share of the textured blocks that must be kept: with that much freedom, unrelated pictures of the same kind reach half.
 */
const MIN_KEPT = 0.75;
/** Of fewer textured blocks than this, nearly all must be kept: most of a few are alike by chance. */
const FEW = { blocks: 24, leastKept: 0.9 } as const;
/** Textured blocks that a part of the source must have to be recognised. */
const MIN_BLOCKS = 20;
/** A result that shows less of the source than this share of its area is cropped. */
const CROPPED_BELOW = 0.75;

/** Looks for the source far off its place, or for a part of it. @param still how the result compares in place */
export async function findFar(
  { smallest, ranked, compared }: Sizes,
  still: Structure,
  checkpoint: Checkpoint,
): Promise<Elsewhere | null> {
  const { size } = smallest;
  const wide: Reach = {
    scale: WIDE_REACH.scale,
    shiftPx: Math.min(size.width, size.height) * WIDE_REACH.shiftShare,
  };
  const guesses = [
    ...(await searchShifts(smallest, wide, GUESSES, checkpoint)),
    ...(await searchCrops(smallest, MAX_ENLARGED, GUESSES, checkpoint)),
  ];
  const best = await bestOf(guesses, smallest, ranked, checkpoint);
  const sign = signOf(best);
  const shift = await refineShift(compared, await refineShift(ranked, best.shift, sign, checkpoint), sign, checkpoint);
  const structure = compareStructure(compared, shift);
  const leastKept = structure.textured < FEW.blocks ? FEW.leastKept : MIN_KEPT;
  if (structure.kept < leastKept * structure.textured) return null;
  const isCropped = shownShare(compared, shift) < CROPPED_BELOW;
  if (!isCropped) return { structure, isCropped };
  return structure.textured < MIN_BLOCKS ? null : { structure: withCutOff(structure, still), isCropped };
}

/** The share of the source's area that a displaced result shows. */
function shownShare({ place, size, result }: Scene, shift: Shift): number {
  const area = shiftedArea(place, size, shift);
  const shown = (start: number, extent: number, length: number): number =>
    Math.max(0, Math.min(length, start + extent) - Math.max(0, start)) / extent;
  return shown(area.x, area.width, result.width) * shown(area.y, area.height, result.height);
}

/** The same, where the blocks that a crop has cut off count as missing. */
function withCutOff(structure: Structure, whole: Structure): Structure {
  const { unknown, missing } = BLOCK_MARKS;
  const marks = structure.marks.map((line, row) =>
    Array.from(line, (mark, column) => {
      const isCutOff = mark === unknown && (whole.marks[row]?.[column] ?? unknown) !== unknown;
      return isCutOff ? missing : mark;
    }).join(''),
  );
  const textured = marks
    .join('')
    .split('')
    .filter((mark) => mark !== unknown).length;
  return { ...structure, marks, textured };
}

/**
 * Share of the textured blocks that a mirrored result must keep, and how many more of them than one that is not, unless it
 * fits far better: a pattern that is bent keeps most of them.
 */
const MIRRORED = { least: MIN_KEPT, more: 0.15 } as const;

/** Looks for the source in the mirrored result. @param upright how the result compares as it is */
export async function findMirrored(
  { smallest, ranked, compared }: Sizes,
  reach: Reach,
  upright: Structure,
  checkpoint: Checkpoint,
): Promise<Structure | null> {
  const guesses = await searchShifts(mirrored(smallest), reach, GUESSES, checkpoint);
  const best = await bestOf(guesses, mirrored(smallest), mirrored(ranked), checkpoint);
  const sign = signOf(best);
  const [larger, largest] = [mirrored(ranked), mirrored(compared)];
  const shift = await refineShift(larger, best.shift, sign, checkpoint);
  const structure = compareStructure(largest, await refineShift(largest, shift, sign, checkpoint));
  const { kept, textured } = structure;
  const isBetter = kept >= upright.kept + MIRRORED.more * textured || isFarBetter(structure, upright);
  return isBetter && kept >= MIRRORED.least * textured ? structure : null;
}

function mirrored(scene: Scene): Scene {
  const { result, place } = scene;
  return {
    ...scene,
    result: mirroredPlane(result),
    place: { ...place, x: result.width - place.x - place.width },
  };
}

function mirroredPlane({ data, width, height }: Plane): Plane {
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++) out.set(data.subarray(y * width, (y + 1) * width).toReversed(), y * width);
  return { data: out, width, height };
}
