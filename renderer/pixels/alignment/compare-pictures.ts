// Looks for a source in its result: its position, its misalignment, and whether the result used it at all.

import { isSameShape } from '../../../shared/images/size.ts';
import { judgeSourceUsage, type SourceUsage } from '../../../shared/images/source-usage.ts';
import { planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Area, Coverage, Pixels } from '../pixels.ts';
import { type Comparison, compareScene, type Misalignment } from './align.ts';
import { placeInResult, sceneOf } from './scene.ts';

/** The outcome of a comparison. */
export type Finding = {
  /** The position of the source in the result, before any misalignment is corrected. */
  readonly place: Area;
  /** Null unless it is certain enough and large enough to be corrected. */
  readonly misalignment: Misalignment | null;
  readonly usage: SourceUsage;
};

/**
 * Compares the pixels outside the mask. A result of another shape than requested may contain the source stretched, with
 * margins, or cropped: all are tried. A cropped one is recognised but not corrected, because the missing part cannot be
 * restored.
 * @param weights coverage of the mask; undefined compares everything.
 */
export async function comparePictures(
  source: Pixels,
  result: Pixels,
  weights: Coverage | undefined,
  plan: WirePlan,
  checkpoint: Checkpoint,
): Promise<Finding> {
  const stretched = placeInResult(result, plan);
  const compare = async (place: Area): Promise<Comparison> =>
    compareScene(sceneOf(source, result, weights, place), checkpoint);
  let place = stretched;
  let best = await compare(place);
  let isFarOff = best.isFarOff;
  if (!isSameShape(result, plan.wire)) {
    const contained = placeInResult(result, planWire(source, result));
    const inside = await compare(contained);
    if (inside.structure.kept > best.structure.kept) {
      [place, best, isFarOff] = [contained, inside, inside.isFarOff];
    }
    const cut = await compare(covering(source, result));
    if (cut.structure.kept > best.structure.kept) {
      [place, best, isFarOff] = [stretched, { ...cut, misalignment: null }, true];
    }
  }
  const { misalignment, structure } = best;
  const usage = judgeSourceUsage({
    ...structure,
    place: isFarOff ? 'farOff' : misalignment === null ? 'inPlace' : 'misaligned',
  });
  return { place, misalignment, usage };
}

/** The position of the source if it was scaled to fill the whole result and centred. */
function covering(source: Pixels, result: Pixels): Area {
  const scale = Math.max(result.width / source.width, result.height / source.height);
  const [width, height] = [source.width * scale, source.height * scale];
  return { x: (result.width - width) / 2, y: (result.height - height) / 2, width, height };
}
