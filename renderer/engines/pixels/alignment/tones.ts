// Compares the tones of two pictures: whether one change of brightness, with light that changes evenly from side to side,
// makes those of one from those of the other.

import type { Displacement } from '../resampling/placement.ts';
import { createSystem } from './least-squares.ts';
import { type Plane, visitSurroundings } from './plane.ts';
import { returnResult, type Scene } from './scene.ts';

/** Tones are means over squares of 2 × this + 1 pixels: noise and compression are gone. */
const RADIUS_PX = 1;
/** Places that are compared along the longer side, at most. */
const PLACES = 80;
/** Iterations; after each one, places that fit badly weigh less. */
const ROUNDS = 6;
/** The distance at which a place has a quarter of its weight, in medians of all; in levels at least. */
const TOLERATED_MEDIANS = 2;
const MIN_TOLERATED = 1;

/**
 * The median difference, in levels of 0 to 255, that is left of a result's tones outside the mask.
 * @param scene small, so that only tones are left of the pictures
 */
export function toneMisfit(scene: Scene, displacement: Displacement): number {
  const { plane, weights } = returnResult(scene, scene.outside, displacement);
  const { width, height } = plane;
  const [expected, found] = [meansOf(scene.source, weights), meansOf(plane, weights)];
  const every = Math.max(1, Math.round(Math.max(width, height) / PLACES));
  const places: { readonly basis: readonly number[]; readonly found: number }[] = [];
  for (let y = 0; y < height; y += every) {
    for (let x = 0; x < width; x += every) {
      const i = y * width + x;
      if (weights.data[i] === 0) continue;
      const tone = (expected.data[i] ?? 0) / 128 - 1;
      const [u, v] = [(2 * x) / width - 1, (2 * y) / height - 1];
      places.push({ basis: [1, tone, tone * tone, u, v, tone * u, tone * v], found: found.data[i] ?? 0 });
    }
  }
  let misfits: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const tolerated = Math.max(MIN_TOLERATED, TOLERATED_MEDIANS * medianOf(misfits));
    const system = createSystem(ALL.length);
    for (const [index, place] of places.entries()) {
      system.add(ALL, place.basis, place.found, 1 / (1 + ((misfits[index] ?? 0) / tolerated) ** 2) ** 2);
    }
    const factors = system.solve();
    misfits = places.map(({ basis, found: tone }) =>
      Math.abs(tone - basis.reduce((sum, one, i) => sum + one * (factors[i] ?? 0), 0)),
    );
  }
  return medianOf(misfits);
}

/** All unknowns of the change. */
const ALL = [0, 1, 2, 3, 4, 5, 6] as const;

function meansOf(plane: Plane, weights: Plane): Plane {
  const data = new Float32Array(plane.data.length);
  visitSurroundings(plane, weights, RADIUS_PX, (y, { means }) => data.set(means, y * plane.width));
  return { ...plane, data };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
