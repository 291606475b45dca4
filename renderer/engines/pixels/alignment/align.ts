// Finds the misalignment of a result against its source from the pixels outside the mask, and whether the result shows
// the source at all.

import { MIN_TEXTURED_BLOCKS } from '../../../../shared/images/source-usage.ts';
import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { type Displacement, farthestPx, NO_DISPLACEMENT } from '../resampling/placement.ts';
import { NO_SHIFT, type Shift } from '../resampling/shift.ts';
import { refineShift } from './align-refine.ts';
import { type Reach, searchShifts } from './align-search.ts';
import { estimateWarp } from './estimate-warp.ts';
import { findFar, findMirrored, type Sizes } from './find-elsewhere.ts';
import { isAsGood, nearestAsGood } from './hold-shift.ts';
import { isFlat } from './plane.ts';
import { bestOf, GUESSES, signOf } from './rank-guesses.ts';
import { onlyWithin, pyramidOf, type Scene } from './scene.ts';
import { compareStructure, STRUCTURE_PX, type Structure } from './structure.ts';

/**
 * A displacement that is certain enough to be corrected. `confidence`: share, 0 to 1, of the textured blocks that are
 * where it says.
 */
export type Misalignment = Displacement & { readonly confidence: number };

/** The largest misalignment that is corrected: models are off by a few pixels, they do not rearrange pictures. */
const REACH: Reach = { shiftPx: 32, scale: 0.04 };
/** A found shift may exceed the reach by this factor: a shift at its end may be estimated slightly beyond. */
const TOLERANCE = 1.08;
/** Share of the textured blocks that must agree on a shift. */
const MIN_CONFIDENCE = 0.3;
/** A picture is looked for far off if less than this share is kept in its place. */
const ENOUGH_KEPT = 0.6;
/** If at least this share is kept, repainted blocks are too few to mislead the estimate. */
const SURE = 0.9;
/** If at least this share is kept, a result is not mirrored. */
const SURE_UPRIGHT = 0.95;
/** Long side, at most, of the pictures by which guesses are ranked. */
const RANKED_PX = 256;
/**
 * A misalignment that moves every pixel by less than this is not corrected, because that would blur more than it
 * corrects. In pixels of the source.
 */
const MIN_SHIFT_PX = 0.25;
/** A displacement beyond this, in pixels of the compared size, is compared with one that begins in place. */
const FAR_PX = 6;
/** By how much less alike a picture may be where it begins in place. */
const FAR_SLACK = 0.01;
/**
 * With fewer textured blocks than this nothing is brought back from farther than that unless it is proven: patterns are
 * alike in many places.
 */
const MIN_BLOCKS_FAR = 24;
/** A pattern is one that keeps more than this share of the same blocks if it is looked for from its own place too. */
const MAX_KEPT_TWICE = 0.5;
/** Long side, at most, of the pictures with which the search begins. */
const FIRST_PX = 96;

/** The result of comparing a result with its source. */
export type Comparison = {
  /** Null if there is none, or if it cannot be determined. */
  readonly misalignment: Misalignment | null;
  /** Whether the misalignment rests on too few blocks, and counts only if something else confirms it. */
  readonly isUnproven: boolean;
  /** How the result compares in the best alignment found. */
  readonly structure: Structure;
  /** Whether it shows the source where it was, or with a displacement that is not corrected. */
  readonly place: 'inPlace' | 'farOff' | 'cropped' | 'mirrored';
};

/** Compares a result with its source; see `sceneOf`. */
export async function compareScene(scene: Scene, checkpoint: Checkpoint = NO_CHECKPOINT): Promise<Comparison> {
  const pyramid = await pyramidOf(scene, FIRST_PX, checkpoint);
  const sizes = sizesOf(pyramid);
  const { compared } = sizes;
  const still = compareStructure(compared, NO_SHIFT);
  await checkpoint();
  if (still.textured < MIN_TEXTURED_BLOCKS) return inPlaceOf(still);
  // In a result of one colour there is nothing to search for.
  if (isFlat(compared.result)) return inPlaceOf(still);
  const upright = await compareUpright({ scene, pyramid, checkpoint, ...sizes }, still);
  if (upright.structure.kept >= SURE_UPRIGHT * upright.structure.textured) return upright;
  await checkpoint();
  const mirrored = await findMirrored(sizes, reachWithin(scene), upright.structure, checkpoint);
  return mirrored === null ? upright : { ...inPlaceOf(mirrored), place: 'mirrored' };
}

/** About how alike a result is to its source, 0 to 1, wherever within reach it shows it. */
export async function roughLikeness(scene: Scene, checkpoint: Checkpoint): Promise<number> {
  const { smallest, ranked } = sizesOf(await pyramidOf(scene, FIRST_PX, checkpoint));
  const guesses = await searchShifts(smallest, reachWithin(scene), GUESSES, checkpoint);
  const { shift } = await bestOf(guesses, smallest, ranked, checkpoint);
  return compareStructure(ranked, shift).likeness;
}

function inPlaceOf(structure: Structure, misalignment: Misalignment | null = null, isUnproven = false): Comparison {
  return { misalignment, isUnproven, structure, place: 'inPlace' };
}

function sizesOf(pyramid: readonly [Scene, ...Scene[]]): Sizes {
  const within = (px: number) => pyramid.find(({ source }) => Math.max(source.width, source.height) <= px);
  const smallest = pyramid.at(-1) ?? pyramid[0];
  const compared = within(STRUCTURE_PX) ?? pyramid[0];
  return { smallest, compared, ranked: within(RANKED_PX) ?? compared };
}

/** @param still how the result compares in place */
async function compareUpright(
  { smallest, ...sized }: Omit<Search, 'sign'> & Sizes,
  still: Structure,
): Promise<Comparison> {
  const { scene, compared, ranked, checkpoint } = sized;
  const farOrNull = async (): Promise<Comparison | null> => {
    await checkpoint();
    const far = await findFar({ smallest, ranked, compared }, still, checkpoint);
    return far && { ...inPlaceOf(far.structure), place: far.isCropped ? 'cropped' : 'farOff' };
  };
  const guesses = await searchShifts(smallest, reachWithin(scene), GUESSES, checkpoint);
  const guess = await bestOf(guesses, smallest, ranked, checkpoint);
  const search: Search = { ...sized, sign: signOf(guess) };
  let found = await withShift(search, guess.shift);
  if (isWithin(found.displacement, REACH) && found.structure.kept >= MIN_TEXTURED_BLOCKS) {
    const { preferred, isAmbiguous } = await preferInPlace(search, await bent(search, found));
    found = preferred;
    if (isAmbiguous && restsOnFew(search, found)) return inPlaceOf(found.structure);
  }
  const { displacement, structure } = found;
  const { inPlace, textured } = structure;
  if (isWithin(displacement, REACH) && inPlace >= MIN_CONFIDENCE * textured && isBetter(structure, still)) {
    const isWorthwhile = farthestPx(displacement, scene.size) >= MIN_SHIFT_PX;
    const inPlaceOrBack = inPlaceOf(
      structure,
      isWorthwhile ? { ...displacement, confidence: inPlace / textured } : null,
      restsOnFew(sized, found),
    );
    if (structure.kept >= ENOUGH_KEPT * textured) return inPlaceOrBack;
    return (await farOrNull()) ?? inPlaceOrBack;
  }
  if (still.kept >= ENOUGH_KEPT * still.textured) return inPlaceOf(still);
  return (await farOrNull()) ?? inPlaceOf(still);
}

/** The scene in its sizes, the largest first; `compared` and `ranked` are two of them. `sign`: −1 for a negative. */
type Search = {
  readonly scene: Scene;
  readonly pyramid: readonly Scene[];
  readonly compared: Scene;
  readonly ranked: Scene;
  readonly sign: 1 | -1;
  readonly checkpoint: Checkpoint;
};

/** The scene, and the size of it at which blocks are compared. */
type Compared = Pick<Search, 'scene' | 'compared'>;

/** A displacement, and how the result compares in it. */
type Found = { readonly displacement: Displacement; readonly structure: Structure };

/** Refines a guess from size to size, and takes the nearest of the shifts that fit as well. */
async function withShift({ scene, pyramid, compared, ranked, sign, checkpoint }: Search, guess: Shift): Promise<Found> {
  let refined = guess;
  for (const level of pyramid.toReversed().slice(1)) {
    refined = await refineShift(level, refined, sign, checkpoint);
  }
  const reach = { reachPx: reachWithin(scene).shiftPx * TOLERANCE, sign };
  let shift = await nearestAsGood(compared, ranked, refined, reach, checkpoint);
  let structure = compareStructure(compared, shift);
  await checkpoint();
  const { kept, textured } = structure;
  if (shift === refined && kept < SURE * textured && kept >= MIN_TEXTURED_BLOCKS) {
    // Repainted blocks took part so far. Refine once more without them.
    for (const level of [compared, scene]) {
      shift = await refineShift(onlyWithin(level, structure.agreeingBlocks), shift, sign, checkpoint);
    }
    structure = compareStructure(compared, shift);
    await checkpoint();
  }
  return { displacement: { ...shift, warp: null }, structure };
}

/** The same with a warp, if it fits at least as well. */
async function bent(search: Search, found: Found): Promise<Found> {
  const warped = await withWarp(search, found.displacement);
  const isTaken = isBetter(warped.structure, found.structure) || isAsGood(warped.structure, found.structure);
  return isTaken ? warped : found;
}

/**
 * A picture of long lines, or of a pattern, may fit as well far away: what fits in place is preferred. `isAmbiguous`:
 * whether a place that is far away is one of several, or fits only in part.
 */
async function preferInPlace(search: Search, found: Found): Promise<{ preferred: Found; isAmbiguous: boolean }> {
  const { pyramid, compared, scene } = search;
  const { inPlace: agreeing, kept, textured } = found.structure;
  const isSure = agreeing >= SURE * textured;
  if (isSure && !isFar(search, found)) return { preferred: found, isAmbiguous: false };
  // Where all fits already, smaller pictures show whether it fits in place too.
  const smaller = isSure ? pyramid.slice(pyramid.indexOf(compared)) : pyramid;
  const inPlace = await withWarp({ ...search, pyramid: smaller }, NO_DISPLACEMENT);
  const nearerPx = farthestPx(found.displacement, scene.size) - farthestPx(inPlace.displacement, scene.size);
  const isPreferred = isFar(search, found)
    ? isAsGood(inPlace.structure, found.structure, FAR_SLACK) && nearerPx > farPxOf(search) / 2
    : isBetter(inPlace.structure, found.structure) && inPlace.structure.kept >= kept;
  if (!isPreferred) {
    const isTwice = !isFar(search, inPlace) && inPlace.structure.kept > MAX_KEPT_TWICE * kept;
    return { preferred: found, isAmbiguous: isTwice || kept < SURE * textured };
  }
  return { preferred: isSure ? await withWarp(search, inPlace.displacement) : inPlace, isAmbiguous: false };
}

function farPxOf({ scene, compared }: Compared): number {
  return FAR_PX * (scene.size.width / compared.source.width);
}

function isFar(search: Compared, { displacement }: Found): boolean {
  return farthestPx(displacement, search.scene.size) > farPxOf(search);
}

/** Whether a displacement that is far rests on few blocks. */
function restsOnFew(search: Compared, found: Found): boolean {
  return found.structure.textured < MIN_BLOCKS_FAR && isFar(search, found);
}

/** Improves a displacement, and leaves out what nothing determines if the picture fits as well without it. */
async function withWarp({ pyramid, compared, sign, checkpoint }: Search, start: Displacement): Promise<Found> {
  const { found, held } = await estimateWarp(pyramid, start, sign, checkpoint);
  const structure = compareStructure(compared, found);
  await checkpoint();
  if (held === found) return { displacement: found, structure };
  // Where less is displaced, the rest has to be measured again.
  const again = await estimateWarp(pyramid, held, sign, checkpoint);
  const without = compareStructure(compared, again.found);
  await checkpoint();
  const isKept = isAsGood(without, structure);
  return isKept ? { displacement: again.found, structure: without } : { displacement: found, structure };
}

/** A sixth of the picture at most: otherwise a small picture could match itself anywhere. */
function reachWithin({ size }: Scene): Reach {
  return { ...REACH, shiftPx: Math.min(REACH.shiftPx, Math.min(size.width, size.height) / 6) };
}

function isWithin({ dxPx, dyPx, scale }: Shift, reach: Reach): boolean {
  return (
    Math.max(Math.abs(dxPx), Math.abs(dyPx)) <= reach.shiftPx * TOLERANCE &&
    Math.abs(scale - 1) <= reach.scale * TOLERANCE
  );
}

function isBetter(found: Structure, still: Structure): boolean {
  return found.likeness >= still.likeness || found.inPlace > still.inPlace;
}
