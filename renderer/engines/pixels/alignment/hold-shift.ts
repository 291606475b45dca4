// Holds a shift back in what nothing determines: along stripes and wood grain, and by whole periods of a repeated
// pattern, a picture fits in many places, of which the nearest is taken.

import type { Checkpoint } from '../checkpoint.ts';
import type { Shift } from '../resampling/shift.ts';
import { refineShift } from './align-refine.ts';
import { correlate } from './plane.ts';
import { returnContrast, type Scene, sourceContrast } from './scene.ts';
import { compareStructure, type Structure } from './structure.ts';

/**
 * A place fits as well as another if the likeness of what is kept is at most this much lower, and this share of what
 * does not fit, and if hardly less is kept.
 */
const SLACK = { likeness: 0.002, share: 0.02, kept: 0.03 } as const;
/** By how much lower than the best the correlation of a place may be that is looked at: between pixels it may rise. */
const ROUGH_SLACK = 0.15;
/** A place that is farther away must correlate better by this for each pixel: along a line all places are alike. */
const DISTANCE_COST = 0.004;
/** Places are looked at if they are farther apart than this, in pixels of the scene. */
const APART_PX = 3;
/** A place is nearer from this on, in pixels of the smaller scene: less is a matter of refining. */
const MIN_NEARER_PX = 1.5;
/** Places that are looked at, at most. */
const MAX_TRIED = 8;

type Place = { readonly dx: number; readonly dy: number; readonly worth: number };
type Fit = { readonly shift: Shift; readonly structure: Structure };

/**
 * The shift with which a scene fits best within reach, or, of those that fit as well, the nearest.
 * @param small the same scene, at a size at which all places can be tried
 * @param found what fits so far
 * @param reachPx in pixels of the source
 * @param sign −1 for a negative
 */
export async function nearestAsGood(
  scene: Scene,
  small: Scene,
  found: Shift,
  { reachPx, sign }: { reachPx: number; sign: 1 | -1 },
  checkpoint: Checkpoint,
): Promise<Shift> {
  const perPx = small.source.width / small.size.width;
  const fitOf = (shift: Shift): Fit => ({ shift, structure: compareStructure(scene, shift) });
  const fits = [fitOf(found)];
  await checkpoint();
  for (const { dx, dy } of await placesNear(small, found, { range: Math.floor(reachPx * perPx), sign }, checkpoint)) {
    const [dxPx, dyPx] = [found.dxPx + (found.scale * dx) / perPx, found.dyPx + (found.scale * dy) / perPx];
    fits.push(fitOf(await refineShift(scene, { dxPx, dyPx, scale: found.scale }, sign, checkpoint)));
    await checkpoint();
  }
  const best = fits.reduce((one, other) => (isFarBetter(other.structure, one.structure) ? other : one));
  const asGood = fits.filter(({ structure }) => isAsGood(structure, best.structure));
  const farPx = ({ shift: { dxPx, dyPx } }: Fit): number => Math.hypot(dxPx, dyPx);
  const nearer = asGood.filter((fit) => farPx(fit) < farPx(best) - MIN_NEARER_PX / perPx);
  return nearer.reduce((one, other) => (farPx(other) < farPx(one) ? other : one), best).shift;
}

/** The misfit that is left, at most, of that of another place, where a place is taken instead of it. */
const MISFIT_LEFT = 0.5;

/** Whether a scene fits far better in one place than in another. */
export function isFarBetter(one: Structure, other: Structure): boolean {
  return 1 - one.likeness < MISFIT_LEFT * (1 - other.likeness) && one.kept >= other.kept;
}

/** Whether a scene fits as well in one place as in another. @param likeness what is left to chance */
export function isAsGood(one: Structure, other: Structure, likeness: number = SLACK.likeness): boolean {
  const slack = likeness + SLACK.share * (1 - other.keptLikeness);
  return (
    one.keptLikeness >= other.keptLikeness - slack &&
    one.kept * other.textured >= other.kept * one.textured - SLACK.kept * one.textured * other.textured
  );
}

/** Where else a scene may fit, in pixels of it from what was found: in its place first, then the likeliest, far apart. */
async function placesNear(
  scene: Scene,
  found: Shift,
  { range, sign }: { range: number; sign: 1 | -1 },
  checkpoint: Checkpoint,
): Promise<Place[]> {
  const perPx = scene.source.width / scene.size.width;
  const everywhere = { ...scene.outside, data: new Float32Array(scene.outside.data.length).fill(1) };
  const { contrast } = await returnContrast(scene, everywhere, found, checkpoint);
  const expected = sourceContrast(scene);
  const [atX, atY] = [Math.round(found.dxPx * perPx), Math.round(found.dyPx * perPx)];
  const places: Place[] = [];
  for (let dy = -range - atY; dy <= range - atY; dy++) {
    for (let dx = -range - atX; dx <= range - atX; dx++) {
      const correlation = sign * correlate(expected, contrast, dx, dy);
      places.push({ dx, dy, worth: correlation - DISTANCE_COST * Math.hypot(atX + dx, atY + dy) });
    }
    await checkpoint();
  }
  places.sort((one, other) => other.worth - one.worth);
  const least = (places[0]?.worth ?? 0) - ROUGH_SLACK;
  const inPlace: Place = { dx: -atX, dy: -atY, worth: 0 };
  const kept: Place[] = [{ dx: 0, dy: 0, worth: 0 }, inPlace];
  for (const place of places) {
    if (place.worth < least || kept.length > MAX_TRIED) break;
    if (kept.every(({ dx, dy }) => Math.hypot(dx - place.dx, dy - place.dy) > APART_PX)) kept.push(place);
  }
  return kept.slice(1);
}
