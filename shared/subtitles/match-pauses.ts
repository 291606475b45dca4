// Finds which pause of a line belongs to which punctuation mark of its text.

import type { Silence } from './silences.ts';

/** Marks and pauses that may be without a counterpart, one after the other. */
const MAX_SKIPPED = 8;
/** What a mark without a pause costs. */
const SKIPPED_MARK = 0.6;
/** What a long pause without a mark costs; a shorter one costs less. */
const SKIPPED_PAUSE = 1;
const LONG_PAUSE_S = 0.4;
/** A stretch of speech that differs in length from its share of the text by the root of its length times this costs 1. */
const SPREAD_S = 0.5;
/** No part of a line is spoken more than so many times as fast as its share of the text. */
const MAX_HASTE = 4;
/** How far a pause may be from where the text would have it. */
const MIN_REACH_S = 3;
const MAX_REACH_S = 6;
const REACH_SHARE = 0.1;

/** A mark with its pause: the cost of the best way here, and the pair before it on that way. */
type Pair = { mark: number; pause: number; cost: number; before: Pair | undefined };
/** The pairs of one mark with the pauses from `first` on. */
type Row = { first: number; pairs: readonly (Pair | undefined)[] };

/**
 * Pairs marks with pauses in order, so that the speech between them is most nearly in proportion to the text between
 * them. Both may be left over.
 * @param marks how much of the text is before each, ascending, in any unit. @param weight of the whole text.
 * @param silences between words, ascending. @param spoken all speech, in samples.
 * @returns the pause of each mark that has one.
 */
export function matchPauses(
  marks: readonly number[],
  weight: number,
  silences: readonly Silence[],
  spoken: number,
  sampleRateHz: number,
): ReadonlyMap<number, Silence> {
  const unit = spoken / weight;
  const reach = sampleRateHz * Math.max(MIN_REACH_S, Math.min(MAX_REACH_S, (REACH_SHARE * spoken) / sampleRateHz));
  const skippedPauses = sums(
    silences.map(({ start, end }) => SKIPPED_PAUSE * Math.min(1, (end - start) / (LONG_PAUSE_S * sampleRateHz))),
  );
  const textAt = (mark: number): number => (mark < 0 ? 0 : (marks[mark] ?? weight)) * unit;
  const soundAt = (pause: number): number => (pause < 0 ? 0 : (silences[pause]?.spokenBefore ?? spoken));
  /** The cost of going from one pair to the next. */
  const step = (from: Pair, mark: number, pause: number): number => {
    const text = textAt(mark) - textAt(from.mark);
    const sound = soundAt(pause) - soundAt(from.pause);
    if (sound * MAX_HASTE < text) return Number.POSITIVE_INFINITY;
    const skipped = (skippedPauses[pause] ?? 0) - (skippedPauses[from.pause + 1] ?? 0);
    return (sound - text) ** 2 / (text * SPREAD_S * sampleRateHz) + SKIPPED_MARK * (mark - from.mark - 1) + skipped;
  };
  /** The cheapest pair before a mark and a pause; undefined if too many would be left over between. */
  const bestBefore = (rows: readonly Row[], mark: number, pause: number): Pair | undefined => {
    let best: Pair | undefined;
    for (const row of rows) {
      for (let at = Math.max(0, pause - MAX_SKIPPED - row.first); at < pause - row.first; at++) {
        const from = row.pairs[at];
        if (!from) continue;
        const cost = from.cost + step(from, mark, pause);
        if (cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { mark, pause, cost, before: from };
      }
    }
    return best;
  };

  // The pairs of each of the last marks. Before the first mark is the start of the line.
  let rows: Row[] = [{ first: -1, pairs: [{ mark: -1, pause: -1, cost: 0, before: undefined }] }];
  let first = 0;
  for (let mark = 0; mark < marks.length; mark++) {
    while (first < silences.length && soundAt(first) < textAt(mark) - reach) first++;
    const pairs: (Pair | undefined)[] = [];
    for (let pause = first; pause < silences.length && soundAt(pause) <= textAt(mark) + reach; pause++) {
      pairs.push(bestBefore(rows, mark, pause));
    }
    rows = [...rows, { first, pairs }].slice(-MAX_SKIPPED);
  }
  const matches = new Map<number, Silence>();
  let pair = bestBefore(rows, marks.length, silences.length)?.before;
  for (; pair; pair = pair.before) {
    const [mark, silence] = [marks[pair.mark], silences[pair.pause]];
    if (mark !== undefined && silence) matches.set(mark, silence);
  }
  return matches;
}

/** The sum of all figures before each, and of all. */
function sums(figures: readonly number[]): number[] {
  const result = [0];
  for (const figure of figures) result.push((result.at(-1) ?? 0) + figure);
  return result;
}
