// Chooses where a result is joined to its source: with its misalignment undone or not, whichever fits better at the
// mask's edge.

import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import type { Area, Pixels } from '../pixels.ts';
import { type Displacement, NO_DISPLACEMENT, type Placement } from '../resampling/placement.ts';
import { matchOnce, seamError } from './seam.ts';
import { keptRing, type Ring, type RingColours, ringColours } from './seam-ring.ts';

/** Where a result is joined. */
export type Join<Found extends Displacement> = {
  readonly placement: Placement;
  /** The ring there; null without a mask. */
  readonly colours: RingColours | null;
  /** The misalignment that is undone by `placement`, or would be if that were asked for; null if there is none. */
  readonly misalignment: Found | null;
  /** Whether undoing the misalignment makes the seam fit better. */
  readonly isBetterUndone: boolean;
  /** The error at the seam as the result came, in levels of 0–255; null without a ring around the mask. */
  readonly errorBefore: number | null;
};

/** What is known of a result. */
export type JoinInput<Found extends Displacement> = {
  readonly source: Pixels;
  readonly result: Pixels;
  /** Undefined without a mask: nothing is joined, and nothing is measured. */
  readonly ring: Ring | undefined;
  /** Where the source would be without a misalignment. */
  readonly place: Placement['place'];
  readonly misalignment: Found | null;
  readonly isAligned: boolean;
  /** Whether colours are matched, given the seam's error before: then what one change of colour removes does not count. */
  readonly isMatched: (errorBefore: number | null) => boolean;
};

/** A misalignment that rests on few blocks must lower the seam's error to this share, besides one change of colour. */
const PROVEN = 0.7;

/** Whether a misalignment is confirmed. @param place without it. @param blocks as for `keptRing` */
type SeamProof = (place: Area, misalignment: Displacement, blocks: readonly string[]) => Promise<boolean>;

/**
 * Confirms a misalignment that rests on few blocks if the mask's edge fits far better with it. Nothing is confirmed
 * without a mask.
 * @param ringOf called only if it is needed
 */
export function seamProof(
  source: Pixels,
  result: Pixels,
  ringOf: () => Promise<Ring | undefined>,
  checkpoint: Checkpoint,
): SeamProof {
  return async (place, misalignment, blocks) => {
    const ring = await ringOf();
    if (ring === undefined) return false;
    const kept = keptRing(ring, source, blocks);
    const size = { width: source.width, height: source.height };
    const errorAt = async (displacement: Displacement): Promise<number | null> => {
      const colours = ringColours(source, result, { place, size, displacement }, kept);
      await checkpoint();
      return seamError(colours, { curve: matchOnce(colours), light: null, blend: null });
    };
    const [left, undone] = [await errorAt(NO_DISPLACEMENT), await errorAt(misalignment)];
    return left !== null && undone !== null && undone <= PROVEN * left;
  };
}

/** How much worse, as a factor and in levels, a warp may fit than its shift alone: noise of the measurement. */
const NOISE = { factor: 1.02, levels: 0.05 } as const;

/**
 * Chooses the join with the lowest error at the seam. One change of colour is made for that at most: what follows the
 * seam from place to place would hide a misalignment.
 */
export async function chooseJoin<Found extends Displacement>(
  { source, result, ring, place, misalignment, isAligned, isMatched }: JoinInput<Found>,
  checkpoint = NO_CHECKPOINT,
): Promise<Join<Found>> {
  const size = { width: source.width, height: source.height };
  const unmoved: Placement = { place, size, displacement: NO_DISPLACEMENT };
  const placedBy = (displacement: Displacement): Placement => ({ place, size, displacement });
  if (ring === undefined) {
    const placement = isAligned && misalignment !== null ? placedBy(misalignment) : unmoved;
    return { placement, misalignment, isBetterUndone: true, colours: null, errorBefore: null };
  }
  const coloursAt = (placement: Placement): RingColours => ringColours(source, result, placement, ring);
  const asCame = coloursAt(unmoved);
  await checkpoint();
  const errorBefore = seamError(asCame, null);
  const canMatch = isMatched(errorBefore);
  const judge = async (placement: Placement, colours = coloursAt(placement)): Promise<Judged> => {
    await checkpoint();
    const curve = canMatch ? matchOnce(colours) : null;
    await checkpoint();
    return {
      placement,
      colours,
      error: seamError(colours, { curve, light: null, blend: null }),
      errorAsCame: seamError(colours, null),
    };
  };
  const left = await judge(unmoved, asCame);
  const undone = misalignment === null ? null : await judgeUndone(misalignment, (found) => judge(placedBy(found)));
  // Without any pixel to measure, what was found in the rest of the picture counts.
  const isBetterUndone =
    undone !== null && (left.error === null || (undone.error ?? Number.POSITIVE_INFINITY) < left.error);
  const { placement, colours } = undone !== null && isBetterUndone && isAligned ? undone : left;
  return {
    placement,
    colours,
    misalignment: undone?.misalignment ?? null,
    isBetterUndone,
    errorBefore,
  };
}

/** `error`: at the seam after one change of colour; `errorAsCame`: without. Null without a ring. */
type Judged = {
  readonly placement: Placement;
  readonly colours: RingColours;
  readonly error: number | null;
  readonly errorAsCame: number | null;
};

/**
 * With its warp, unless the shift alone fits better, in colours as they came too: a change of colours that is made of one
 * of the two only would decide.
 */
async function judgeUndone<Found extends Displacement>(
  misalignment: Found,
  judge: (found: Found) => Promise<Judged>,
): Promise<Judged & { readonly misalignment: Found }> {
  const whole = { ...(await judge(misalignment)), misalignment };
  if (misalignment.warp === null || whole.error === null) return whole;
  const alone = { ...misalignment, warp: null };
  const simpler = { ...(await judge(alone)), misalignment: alone };
  const isSimplerBetter = isHigher(whole.error, simpler.error) && isHigher(whole.errorAsCame, simpler.errorAsCame);
  return isSimplerBetter ? simpler : whole;
}

function isHigher(error: number | null, than: number | null): boolean {
  return error !== null && than !== null && error > than * NOISE.factor + NOISE.levels;
}
