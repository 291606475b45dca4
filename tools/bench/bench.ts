// The interface of a benchmark: a function that returns figures. Independent of any particular benchmark.

/** One row of the table: repeated measurements of one value. */
export type Figure = {
  name: string;
  unit: 'µs' | 'ms' | 'KB' | 'MB' | '×' | 'px' | '%' | 'levels' | 'times' | 'samples' | 'dB';
  samples: readonly number[];
  /** Upper limit for the median, or for the fraction `aimShare` of the samples; exceeding it has no consequence. */
  aim?: number;
  aimShare?: number;
  note?: string;
};

/** The options of a benchmark, given as `--name=number`. */
export type Flags = ReadonlyMap<string, number>;

/** Measures something in the built app in `dist/`. */
export type Bench = (flags: Flags) => Promise<readonly Figure[]>;

/** Each part is only tried: once, with little. Its figures mean nothing. */
export const isTrial = process.argv.includes('--trial');

/** How much is measured. @param tried where it is only tried */
export function amount(measured: number, tried: number): number {
  return isTrial ? tried : measured;
}

/**
 * Calls `measure` `warmUps + times` times in a row, each with a different number; the results of the first `warmUps`
 * are discarded. A trial calls it once.
 */
export async function repeat<T>(
  { warmUps, times }: { warmUps: number; times: number },
  measure: (run: number) => Promise<T>,
): Promise<T[]> {
  if (isTrial) return [await measure(0)];
  const results: T[] = [];
  for (let run = 0; run < warmUps + times; run++) {
    const result = await measure(run);
    if (run >= warmUps) results.push(result);
  }
  return results;
}

/**
 * Returns the value that the fraction `share` (0 to 1) of the samples do not exceed, by nearest rank; NaN if there are
 * none.
 */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
