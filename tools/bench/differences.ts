// Says which figures of one run differ from those of another by more than noise. Pure functions.

import { type Figure, percentile } from './bench.ts';

/** Figures of which less is better, so that a ratio says whether one got worse. */
const COSTS: readonly Figure['unit'][] = ['µs', 'ms', 'KB', 'MB'];
/** How often the samples are drawn anew to see how far the ratio may be off. */
const DRAWS = 400;
/** The share of those draws that lies outside the interval, on either side. */
const TAIL = 0.025;
/** A time at half the speed has become longer by more than this. */
const NOTICED = 1.15;

/** How a figure changed: the median divided by the one before, and the interval in which that ratio lies, 95 times of 100. */
export type Difference = { name: string; ratio: number; low: number; high: number };

/** Measurements of one figure, in rounds: the first of both runs were measured one after the other, and so on. */
type Rounds = readonly (readonly number[])[];

/**
 * Compares the figures that both runs have.
 * @param before reports of the earlier version, in the order in which they were measured @param after as many of the later
 */
export function differences(
  before: readonly (readonly Figure[])[],
  after: readonly (readonly Figure[])[],
): Difference[] {
  const names = (before[0] ?? []).filter(({ unit }) => COSTS.includes(unit)).map(({ name }) => name);
  return names.flatMap((name) => {
    const roundsOf = (runs: typeof before): Rounds => runs.map((figures) => samplesOf(figures, name));
    const [earlier, later] = [roundsOf(before), roundsOf(after)];
    if ([...earlier, ...later].some((samples) => samples.length === 0 || percentile(samples, 0.5) <= 0)) return [];
    return [{ name, ...ratioOf(earlier, later) }];
  });
}

/** The ratio of the medians, and its interval by a bootstrap of rounds and of the samples in them. */
export function ratioOf(before: Rounds, after: Rounds): Omit<Difference, 'name'> {
  const random = randomOf(7);
  const drawn = <T>(from: readonly T[]): T[] => from.map(() => from[Math.floor(random() * from.length)] as T);
  const rounds = before.map((earlier, at) => ({ earlier, later: after[at] ?? [] }));
  const ratios = Array.from({ length: DRAWS }, () =>
    median(drawn(rounds).map(({ earlier, later }) => median(drawn(later)) / median(drawn(earlier)))),
  );
  return {
    ratio: median(rounds.map(({ earlier, later }) => median(later) / median(earlier))),
    low: percentile(ratios, TAIL),
    high: percentile(ratios, 1 - TAIL),
  };
}

/** The differences as lines, the worst first; a figure is named if its interval does not have 1 in it. */
export function formatDifferences(found: readonly Difference[]): string {
  const sure = found.filter(({ low, high }) => low > 1 || high < 1).sort((a, b) => b.ratio - a.ratio);
  const lines = sure.map(
    ({ name, ratio, low, high }) =>
      `${ratio > 1 ? 'worse ' : 'better'}  ${ratio.toFixed(2)} × (${low.toFixed(2)} to ${high.toFixed(2)})  ${name}`,
  );
  return [...lines, `${found.length - sure.length} of ${found.length} figures did not change by more than noise.`].join(
    '\n',
  );
}

/** What a run at half the speed should have noticed: the times that are not sure to have become longer, as lines. */
export function unnoticed(before: readonly Figure[], slowed: readonly Figure[]): string {
  const times = before.filter(({ unit }) => unit === 'ms' || unit === 'µs');
  const found = differences([times], [slowed]);
  const lines = found
    .filter(({ low }) => low <= NOTICED)
    .map(({ name, ratio, low }) => `not noticed: ${name}: ${ratio.toFixed(2)} × (from ${low.toFixed(2)})`);
  return [...lines, `${found.length - lines.length} of ${found.length} times show that all was slowed down.`].join(
    '\n',
  );
}

function samplesOf(figures: readonly Figure[], wanted: string): readonly number[] {
  return figures.find(({ name }) => name === wanted)?.samples ?? [];
}

function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Numbers from 0 to 1, the same in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
