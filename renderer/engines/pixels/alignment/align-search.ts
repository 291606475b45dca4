// The initial guess of an alignment: all shifts and scales within reach are tried on very small pictures.

import type { Checkpoint } from '../checkpoint.ts';
import type { Shift } from '../resampling/shift.ts';
import { correlate, type Plane } from './plane.ts';
import { returnContrast, type Scene, sourceContrast } from './scene.ts';

/** The range of a search: pixels of the source to each side, and the largest deviation of the scale from 1. */
export type Reach = { readonly shiftPx: number; readonly scale: number };

/** A shift and how well it fits: 1 for an identical picture, 0 for an unrelated one, −1 for a negative. */
export type Guess = { readonly shift: Shift; readonly score: number };

/** By how many pixels of the small picture one step of scale moves its edge. */
const SCALE_STEP_PX = 0.75;
/** A larger shift must fit better by this much for each pixel: among equal ones the smallest is chosen. */
const DISTANCE_COST = 1e-4;

/** The best guesses for a scene, which should be small; the best first, without near duplicates. */
export async function searchShifts(scene: Scene, reach: Reach, most: number, checkpoint: Checkpoint): Promise<Guess[]> {
  const { width, height } = scene.source;
  const expected = sourceContrast(scene);
  const everywhere = wholeOf(scene);
  const perPx = width / scene.size.width;
  const range = Math.ceil(reach.shiftPx * perPx);
  const steps = Math.ceil((reach.scale * Math.max(width, height)) / 2 / SCALE_STEP_PX);
  const tried: Tried[] = [];
  for (let step = -steps; step <= steps; step++) {
    const scale = 1 + (steps === 0 ? 0 : (step / steps) * reach.scale);
    const { contrast } = await returnContrast(scene, everywhere, { dxPx: 0, dyPx: 0, scale }, checkpoint);
    for (let dy = -range; dy <= range; dy++) {
      for (let dx = -range; dx <= range; dx++) {
        const score = correlate(expected, contrast, dx, dy);
        const worth = Math.abs(score) - DISTANCE_COST * (Math.hypot(dx, dy) + Math.abs(step));
        // Whole pixels of the scaled picture.
        const shift = { dxPx: (scale * dx) / perPx, dyPx: (scale * dy) / perPx, scale };
        tried.push({ dx, dy, step, worth, guess: { shift, score } });
      }
      await checkpoint();
    }
  }
  return distinct(tried, most).map(({ guess }) => guess);
}

/** The mask moves with the source: its position in the result is not known yet. */
function wholeOf({ source: { width, height } }: Scene): Plane {
  return { width, height, data: new Float32Array(width * height).fill(1) };
}

/** The least enlargement of a crop that is searched: smaller ones are within the reach of any search. */
const MIN_ENLARGED = 1.1;
/** By how many pixels of the small picture a crop's edge differs from the next one's. */
const CROP_STEP_PX = 1;

/** The best guesses for a result that shows a part of the source, enlarged by `mostEnlarged` at most. */
export async function searchCrops(
  scene: Scene,
  mostEnlarged: number,
  most: number,
  checkpoint: Checkpoint,
): Promise<Guess[]> {
  const { width, height } = scene.source;
  const expected = sourceContrast(scene);
  const perPx = width / scene.size.width;
  const half = Math.max(width, height) / 2;
  const tried: Tried[] = [];
  let step = 0;
  for (let edge = half / MIN_ENLARGED; edge >= half / mostEnlarged; edge -= CROP_STEP_PX, step++) {
    const scale = half / edge;
    const { contrast } = await returnContrast(scene, wholeOf(scene), { dxPx: 0, dyPx: 0, scale }, checkpoint);
    const [rangeX, rangeY] = [width, height].map((side) => Math.ceil(((1 - 1 / scale) * side) / 2));
    for (let dy = -(rangeY ?? 0); dy <= (rangeY ?? 0); dy++) {
      for (let dx = -(rangeX ?? 0); dx <= (rangeX ?? 0); dx++) {
        // Only where the result shows anything.
        const score = correlate(contrast, expected, -dx, -dy);
        const shift = { dxPx: (scale * dx) / perPx, dyPx: (scale * dy) / perPx, scale };
        tried.push({ dx, dy, step, worth: Math.abs(score), guess: { shift, score } });
      }
      await checkpoint();
    }
  }
  return distinct(tried, most).map(({ guess }) => guess);
}

type Tried = { dx: number; dy: number; step: number; worth: number; guess: Guess };

/** The best ones, without the neighbours of better ones: those belong to the same peak. */
function distinct(tried: Tried[], most: number): Tried[] {
  tried.sort((a, b) => b.worth - a.worth);
  const kept: Tried[] = [];
  for (const one of tried) {
    const isNeighbour = kept.some(
      ({ dx, dy, step }) => Math.max(Math.abs(dx - one.dx), Math.abs(dy - one.dy), Math.abs(step - one.step)) <= 2,
    );
    if (!isNeighbour) kept.push(one);
    if (kept.length === most) break;
  }
  return kept;
}
