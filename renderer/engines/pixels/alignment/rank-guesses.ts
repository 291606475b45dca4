// Chooses among the guesses of a search.

import type { Checkpoint } from '../checkpoint.ts';
import { NO_SHIFT } from '../resampling/shift.ts';
import { refineShift } from './align-refine.ts';
import type { Guess } from './align-search.ts';
import type { Scene } from './scene.ts';
import { compareStructure } from './structure.ts';

/** Number of guesses that are worth refining: where much is repainted, the best initial guess may be wrong. */
export const GUESSES = 6;
/** A negative must be more alike by this: stripes that are moved by half a period look like one. */
const NEGATIVE_COST = 0.05;

/** The guess that, after a short refinement, matches most of the source. @param ranked a larger scene, to compare */
export async function bestOf(
  guesses: readonly Guess[],
  smallest: Scene,
  ranked: Scene,
  checkpoint: Checkpoint,
): Promise<Guess> {
  let best: Guess = { shift: NO_SHIFT, score: 0 };
  let mostWorth = Number.NEGATIVE_INFINITY;
  for (const guess of guesses) {
    const shift = await refineShift(smallest, guess.shift, signOf(guess), checkpoint);
    const { likeness } = compareStructure(ranked, shift);
    await checkpoint();
    const worth = likeness - (guess.score < 0 ? NEGATIVE_COST : 0);
    if (worth <= mostWorth) continue;
    mostWorth = worth;
    best = { ...guess, shift };
  }
  return best;
}

/** −1 for a negative. */
export function signOf({ score }: Guess): 1 | -1 {
  return score < 0 ? -1 : 1;
}
