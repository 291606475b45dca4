// What a benchmark is: a function that gives figures. Knows no benchmark in particular.

/** One row of the table: what was measured, over and over. */
export type Figure = {
  name: string;
  unit: 'µs' | 'ms' | 'KB' | 'MB' | '×' | 'px' | '%' | 'levels' | 'times';
  samples: readonly number[];
  /** What the median should not exceed, or `aimShare` of the samples; nothing happens when it does. */
  aim?: number;
  aimShare?: number;
  note?: string;
};

/** What a benchmark is told by `--name=number`. */
export type Flags = ReadonlyMap<string, number>;

/** Measures something of the built app in `dist/`. */
export type Bench = (flags: Flags) => Promise<readonly Figure[]>;

/** Calls `measure` `warmUps + times` times in a row, with a number of its own each; the first `warmUps` are forgotten. */
export async function repeat<T>(
  { warmUps, times }: { warmUps: number; times: number },
  measure: (run: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (let run = 0; run < warmUps + times; run++) {
    const result = await measure(run);
    if (run >= warmUps) results.push(result);
  }
  return results;
}

/** The value that `share` (0 to 1) of the samples do not exceed, by nearest rank; NaN of none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
