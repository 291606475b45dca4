// Erases a region by continuing its surroundings into it: with their own texture, or smoothly where too little is known.

import { setImmediate } from 'node:timers/promises';
import { growBox, type Picture, type Region } from '../picture.ts';
import { readGrid } from './exemplar/grid.ts';
import { offsetsOf, paint, paintSmoothly } from './exemplar/paint.ts';
import { solve } from './exemplar/solve.ts';
import { findTones } from './exemplar/tones.ts';

/** Matches are searched for at a size at which the box and the region have so many pixels at most. */
const MAX_GRID_PX = 500_000;
const MAX_HOLE_PX = 60_000;
/** How far around the region material is looked for, at least; otherwise as far as the region is wide or high. */
const MIN_MARGIN_PX = 96;
/** How often the thread receives messages meanwhile. */
const PAUSE_MS = 40;

/**
 * Erases the region in place; the region must not be the whole picture. Time and memory depend on the box around the
 * region, not on the picture. The same input gives the same pixels.
 * @throws the signal's reason, some 100 ms after it aborts; the picture is then half done.
 */
export async function eraseRegion(picture: Picture, region: Region, signal: AbortSignal): Promise<void> {
  const { box: hole } = region;
  const box = growBox(hole, Math.max(MIN_MARGIN_PX, hole.width, hole.height), picture);
  const shrink = Math.ceil(Math.sqrt(Math.max((box.width * box.height) / MAX_GRID_PX, region.areaPx / MAX_HOLE_PX)));
  const pause = createPause(signal);
  const grid = readGrid(picture, region, box, shrink, shrink * shrink);
  const matches = await solve(grid, pause);
  if (!matches) return paintSmoothly(picture, region, readGrid(picture, region, box, shrink, 1), box, shrink);
  const tones = await findTones(grid, matches, pause);
  await paint(picture, region, offsetsOf(grid, matches, box, shrink), tones, pause);
}

/** Returns a function that now and then lets the thread receive messages, and throws when the signal has aborted. */
function createPause(signal: AbortSignal): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < PAUSE_MS) return;
    await setImmediate();
    signal.throwIfAborted();
    last = performance.now();
  };
}
