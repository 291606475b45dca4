// Runs many works, only some of them at the same time.

/** Starts each work when the one so many places before it has ended; `works` never reject. @returns their results, in order. */
export function mapConcurrent<T>(works: readonly (() => Promise<T>)[], atOnce: number): Promise<T>[] {
  const results: Promise<T>[] = [];
  for (const work of works) {
    const before = results[results.length - atOnce];
    results.push(before === undefined ? work() : before.then(work));
  }
  return results;
}
