// Limits how often a page that ended is reloaded automatically. Otherwise a page that ends at each start would be
// reloaded endlessly.

const MAX_RELOADS = 3;
const PERIOD_MS = 60_000;

/**
 * Creates a counter of reloads: it returns true at most three times in any minute. @param now milliseconds of a
 * monotonic clock.
 */
export function createReloadLimit(now: () => number = () => performance.now()): () => boolean {
  let reloads: number[] = [];
  return () => {
    const time = now();
    reloads = reloads.filter((at) => time - at < PERIOD_MS);
    if (reloads.length >= MAX_RELOADS) return false;
    reloads.push(time);
    return true;
  };
}
