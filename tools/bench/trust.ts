// Whether edits can be trusted: detection and correction of misalignment, verdicts, seams compared with plain
// compositing, and the cost. Each case runs in the app's own picture worker; its true values are known from its
// construction. There are two sets: one that was used to choose thresholds, and one held out.

import { amount, type Bench } from './bench.ts';
import { fetchPhotographs, JUDGING, TRAINING } from './photographs.ts';
import { heldOutPlans, tunedPlans } from './trust/cases.ts';
import { measureCosts } from './trust/cost.ts';
import { behaviourFigures, figuresOf } from './trust/figures.ts';
import { photographPlans } from './trust/photograph-cases.ts';
import { runCases } from './trust/run-cases.ts';
import { measureSeams } from './trust/seams.ts';
import { startWorkerPages } from './trust/worker-page.ts';

/**
 * Held-out cases, and the first seed of their pictures: other values with `--cases` and `--seed`, no large pictures
 * with `--costs=0`, those alone with `--costs`.
 */
const HELD_OUT = { cases: 208, seed: 1 } as const;

/** The photographs of `--sheet` and `--photographs`. */
const SETS = new Map([
  [1, JUDGING],
  [2, TRAINING],
]);

/** From one plan to the next that is taken: a prime number, so that photographs and behaviours both change. */
const STRIDE = 47;

/** So many of the plans, from all of them; all if that is not said. */
function spread<T>(plans: readonly T[], count = plans.length): T[] {
  return Array.from(plans, (_, i) => plans[(i * STRIDE) % plans.length] as T).slice(0, count);
}

/**
 * Measures costs first, then both sets; with `--photographs` instead photographs with 15 behaviours of a model, with
 * `--sheet` their seams, of which it draws sheets.
 */
export const benchTrust: Bench = async (flags) => {
  const count = flags.get('cases') ?? amount(HELD_OUT.cases, 1);
  const seed = flags.get('seed') ?? HELD_OUT.seed;
  const pages = await startWorkerPages();
  try {
    const seams = SETS.get(flags.get('sheet') ?? 0);
    if (seams) return await measureSeams(pages, await fetchPhotographs(seams));
    const photographs = SETS.get(flags.get('photographs') ?? 0);
    if (photographs) {
      const plans = spread(photographPlans(await fetchPhotographs(photographs)), flags.get('cases'));
      return behaviourFigures(await runCases(pages, plans));
    }
    const costs = flags.get('costs') === 0 ? [] : await measureCosts(pages);
    if (flags.get('costs') === 1) return costs;
    const plans = tunedPlans();
    const tuned = figuresOf('tuned', await runCases(pages, plans.slice(0, amount(plans.length, 1))));
    return [...costs, ...tuned, ...figuresOf(`held out (${seed})`, await runCases(pages, heldOutPlans(seed, count)))];
  } finally {
    await pages.close();
  }
};
