// How often a page that ended is loaded again by itself. A page that ends each time it starts would otherwise be loaded without end.

const MAX_RELOADS = 3;
const PERIOD_MS = 60_000;

/** Counts reloads: `mayReload` is true at most three times in any minute. @param now milliseconds of a clock that never goes back. */
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
