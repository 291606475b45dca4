// Whether edits can be trusted: misalignment found and corrected, verdicts, seams beside plain compositing, and what it costs. Each case runs in the app's
// own picture worker; what is true of it is known from how it was made. Two sets: one by which thresholds were chosen, and one held out.

import type { Bench } from './bench.ts';
import { heldOutPlans, tunedPlans } from './trust/cases.ts';
import { measureCosts } from './trust/cost.ts';
import { figuresOf } from './trust/figures.ts';
import { runCases } from './trust/run-cases.ts';
import { startWorkerPages } from './trust/worker-page.ts';

/** Held-out cases, and where their pictures begin: other numbers by `--cases` and `--seed`, no large pictures by `--costs=0`. */
const HELD_OUT = { cases: 208, seed: 1 } as const;

/** Costs first, then both sets. */
export const benchTrust: Bench = async (flags) => {
  const count = flags.get('cases') ?? HELD_OUT.cases;
  const seed = flags.get('seed') ?? HELD_OUT.seed;
  const pages = await startWorkerPages();
  try {
    const costs = flags.get('costs') === 0 ? [] : await measureCosts(pages);
    const tuned = figuresOf('tuned', await runCases(pages, tunedPlans()));
    return [...costs, ...tuned, ...figuresOf(`held out (${seed})`, await runCases(pages, heldOutPlans(seed, count)))];
  } finally {
    await pages.close();
  }
};
