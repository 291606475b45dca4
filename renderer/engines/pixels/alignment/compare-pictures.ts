// Looks for a source in its result: its position, its misalignment, and whether the result used it at all.

import { isSameShape, type Size } from '../../../../shared/images/size.ts';
import { judgeSourceUsage, type SourceUsage, type UsageEvidence } from '../../../../shared/images/source-usage.ts';
import { hasRequestedShape, planWire, type WirePlan } from '../../../../shared/images/wire-geometry.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Area, Coverage, Pixels } from '../pixels.ts';
import { NO_DISPLACEMENT } from '../resampling/placement.ts';
import { type Comparison, compareScene, type Misalignment, roughLikeness } from './align.ts';
import { onlyWithin, placeInResult, pyramidOf, sceneOf } from './scene.ts';
import { compareStructure } from './structure.ts';
import { toneMisfit } from './tones.ts';

/**
 * Whether a misalignment that rests on few blocks is confirmed.
 * @param place of the source in the result without it
 * @param blocks as `SourceUsage.blocks`
 */
export type Proof = (place: Area, misalignment: Misalignment, blocks: readonly string[]) => Promise<boolean>;

/** Without anything else to confirm it, few blocks move nothing far. */
export const UNPROVEN: Proof = () => Promise.resolve(false);

/** The outcome of a comparison. */
export type Finding = {
  /** The position of the source in the result, before any misalignment is corrected. */
  readonly place: Area;
  /** Null unless it is certain enough and large enough to be corrected. */
  readonly misalignment: Misalignment | null;
  readonly usage: SourceUsage;
  /**
   * The result has another shape than requested and shows the source, but not as a whole at `place`: what lies there is
   * another part of the picture, so that nothing of it fits the mask.
   */
  readonly isElsewhere: boolean;
};

/**
 * Compares the pixels outside the mask. A result of another shape than requested may contain the source stretched, with
 * margins, or cropped: what is likest is compared. A cropped one is recognised but not corrected, because the missing part cannot be
 * restored.
 * @param weights coverage of the mask; undefined compares everything.
 * @param isProven asked at most once
 */
export async function comparePictures(
  source: Pixels,
  result: Pixels,
  weights: Coverage | undefined,
  plan: WirePlan,
  isProven: Proof,
  checkpoint: Checkpoint,
): Promise<Finding> {
  const stretched = placeInResult(result, plan);
  const cut = covering(source, result);
  const places = isSameShape(result, plan.wire)
    ? [stretched]
    : [stretched, placeInResult(result, planWire(source, result)), cut];
  let chosen = { area: stretched, scene: await sceneOf(source, result, weights, stretched, checkpoint), likeness: 0 };
  for (const area of places.length > 1 ? places : []) {
    const scene = await sceneOf(source, result, weights, area, checkpoint);
    const likeness = await roughLikeness(scene, checkpoint);
    if (likeness > chosen.likeness) chosen = { area, scene, likeness };
  }
  const { scene } = chosen;
  const compared = await compareScene(scene, checkpoint);
  const isCut = chosen.area === cut && compared.place === 'inPlace';
  const place = chosen.area === cut ? stretched : chosen.area;
  const found: Comparison = isCut ? { ...compared, misalignment: null, place: 'farOff' } : compared;
  const isRefuted =
    found.misalignment !== null &&
    found.isUnproven &&
    !(await isProven(place, found.misalignment, found.structure.marks));
  const best = isRefuted ? { ...found, misalignment: null } : found;
  const { misalignment, structure } = best;
  const isRestyled = async (): Promise<boolean> => {
    if (best.place !== 'inPlace' || structure.keptLikeness >= DRAWN_ANEW.likeness) return false;
    const small = (await pyramidOf(scene, TONES_PX, checkpoint)).at(-1) ?? scene;
    const displacement = misalignment ?? NO_DISPLACEMENT;
    const { kept, textured } = compareStructure(small, displacement);
    if (kept < DRAWN_ANEW.kept * textured) return false;
    return toneMisfit(onlyWithin(small, structure.agreeingBlocks), displacement) > DRAWN_ANEW.tones;
  };
  const usage = judgeSourceUsage({ ...structure, place: await changeOf(best, plan.wire, result, isRestyled) });
  const isRecognised = usage.verdict === 'used' || usage.verdict === 'partly';
  const isWhole = best.place === 'inPlace' && structure.kept >= WHOLE * structure.textured;
  const isElsewhere = isRecognised && !hasRequestedShape(plan.wire, result) && !isWhole;
  return { place, misalignment, usage, isElsewhere };
}

/** A result of another shape shows the whole source if it keeps this share of its textured blocks. */
const WHOLE = 0.6;
/** Long side, at most, of the pictures whose tones are compared. */
const TONES_PX = 256;
/**
 * Drawn anew: the blocks that are kept are less alike than this, as they are after noise too, and their tones differ by
 * this many levels, as they do after a change of colours too. Of the small pictures, which have large shapes only, this
 * share must be kept: patterns are alike by chance where they are cropped.
 */
const DRAWN_ANEW = { likeness: 0.95, tones: 3.5, kept: 0.4 } as const;

/** How the result shows the source. */
async function changeOf(
  { place, misalignment }: Comparison,
  wire: Size,
  result: Size,
  isRestyled: () => Promise<boolean>,
): Promise<UsageEvidence['place']> {
  if (place === 'mirrored') return place;
  if (!hasRequestedShape(wire, result)) return 'otherShape';
  if (place !== 'inPlace') return place;
  if (await isRestyled()) return 'restyled';
  return misalignment === null ? 'inPlace' : 'misaligned';
}

/** The position of the source if it was scaled to fill the whole result and centred. */
function covering(source: Pixels, result: Pixels): Area {
  const scale = Math.max(result.width / source.width, result.height / source.height);
  const [width, height] = [source.width * scale, source.height * scale];
  return { x: (result.width - width) / 2, y: (result.height - height) / 2, width, height };
}
