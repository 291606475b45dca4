// Finds, for every pixel of a hole, the known pixel that continues the surroundings there: from coarse to fine, each time
// searching for patches that are alike and repainting the hole by them (Wexler et al. 2007).

import { type Grid, halveGrid, placesOf } from './grid.ts';
import { listPatches, type Matches, measureAgain, REACH, searchAround, totalDistance } from './matches.ts';
import { MAX_COMPARISONS, peel } from './peel.ts';
import { createRandom, type Random } from './random.ts';
import { depthsOf, vote } from './votes.ts';

/** With fewer known patches a coarser grid says nothing. */
const MIN_SOURCES = 64;
/** On grids of so many there is nothing coarser to begin with. */
const FEW_COMPARISONS = 3_000_000;
/** How often the hole is repainted, from the finest grid to the coarsest. */
const ROUNDS = [2, 3, 5, 8];

type Level = { grid: Grid; matches: Matches; depths: Uint16Array; comparisons: number; rounds: number };

/**
 * Returns the matches of the grid, whose samples change on the way; undefined if no patch of it is known as a whole.
 *
 * Coarse grids see what belongs together, and lose regular patterns that are finer than their pixels. So a first filling
 * is also made on the next finer ones, and the one whose patches fit better goes on.
 */
export async function solve(finest: Grid, pause: () => Promise<void>): Promise<Matches | undefined> {
  const levels = makeLevels(finest);
  const random = createRandom(finest.width);
  let coarser: Level | undefined;
  for (const level of levels.toReversed()) {
    const other = coarser && level.comparisons <= MAX_COMPARISONS ? copyLevel(level) : undefined;
    if (coarser) {
      enlarge(coarser, level);
      await vote(level.grid, level.matches, level.depths, pause);
    } else await peel(level.grid, level.matches, level.depths, pause);
    await improve(level, random, pause);
    coarser = level;
    if (!other) continue;
    await peel(other.grid, other.matches, other.depths, pause);
    await improve(other, random, pause);
    if (totalDistance(other.matches) < totalDistance(level.matches)) coarser = other;
  }
  return coarser?.matches;
}

/** Searches and repaints in turn, and searches once more, so that the matches are those of the last painting. */
async function improve(
  { grid, matches, depths, rounds }: Level,
  random: Random,
  pause: () => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    if (round > 0) await vote(grid, matches, depths, pause);
    measureAgain(grid, matches);
    await searchAround(grid, matches, true, random, pause);
    await searchAround(grid, matches, false, random, pause);
  }
}

/** The grid and its halves, from fine to coarse; none if no patch of the grid itself is known as a whole. */
function makeLevels(finest: Grid): Level[] {
  const levels: Level[] = [];
  for (let grid = finest; ; grid = halveGrid(grid)) {
    const matches = listPatches(grid, levels.length === 0 ? 1 : MIN_SOURCES);
    if (!matches) return levels;
    const comparisons = placesOf(grid.hole).length * placesOf(matches.isSource).length;
    const rounds = ROUNDS[Math.min(levels.length, ROUNDS.length - 1)] ?? 1;
    levels.push({ grid, matches, depths: depthsOf(grid), comparisons, rounds });
    if (comparisons <= FEW_COMPARISONS) return levels;
  }
}

/** A level to be filled in another way. */
function copyLevel(level: Level): Level {
  const { grid, matches } = level;
  const copy = { match: matches.match.slice(), distance: matches.distance.slice() };
  return { ...level, grid: { ...grid, samples: grid.samples.slice() }, matches: { ...matches, ...copy } };
}

/** Begins with the matches of a coarser grid, twice as far away. */
function enlarge({ grid: coarse, matches: { match } }: Level, { grid: { width }, matches }: Level): void {
  const lastX = coarse.width - 1 - REACH;
  const lastY = coarse.height - 1 - REACH;
  for (const target of matches.targets) {
    const x = target % width;
    const u = Math.max(REACH, Math.min(lastX, x >> 1));
    const v = Math.max(REACH, Math.min(lastY, Math.floor(target / width) >> 1));
    const found = match[v * coarse.width + u] ?? 0;
    const dx = 2 * ((found % coarse.width) - u);
    const dy = 2 * (Math.floor(found / coarse.width) - v);
    const source = target + dy * width + dx;
    if (x + dx >= 0 && x + dx < width && matches.isSource[source] === 1) matches.match[target] = source;
  }
}
