// Looks for a source in its result: where it lies, how it is misaligned, whether it is there at all.

import { isSameShape } from '../../../shared/images/size.ts';
import { judgeSourceUsage, type SourceUsage } from '../../../shared/images/source-usage.ts';
import { planWire, type WirePlan } from '../../../shared/images/wire-geometry.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Area, Coverage, Pixels } from '../pixels.ts';
import { type Comparison, compareScene, type Misalignment } from './align.ts';
import { placeInResult, sceneOf } from './scene.ts';

/** What was found. */
export type Finding = {
  /** Where the source lies in the result, before any misalignment is corrected. */
  readonly place: Area;
  /** Where it is sure enough and large enough to be undone; else null. */
  readonly misalignment: Misalignment | null;
  readonly usage: SourceUsage;
};

/**
 * Compares what lies outside the mask. A result of another shape than asked for may hold the source stretched, with margins, or cut: each is
 * tried. Cut ones are recognised, but not brought back: what is missing cannot be.
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

/** Where the source lies when it was made just large enough to fill the result, in the middle. */
function covering(source: Pixels, result: Pixels): Area {
  const scale = Math.max(result.width / source.width, result.height / source.height);
  const [width, height] = [source.width * scale, source.height * scale];
  return { x: (result.width - width) / 2, y: (result.height - height) / 2, width, height };
}
