// Limits how often something is done in any period: a page that ends at each start is not reloaded endlessly, and what
// a page asks for does not fill the log.

/**
 * Creates a counter: it returns true at most `most` times in any `periodMs`. @param now milliseconds of a monotonic
 * clock.
 */
export function createRateLimit(
  { most, periodMs }: { most: number; periodMs: number },
  now: () => number = () => performance.now(),
): () => boolean {
  let times: number[] = [];
  return () => {
    const time = now();
    times = times.filter((at) => time - at < periodMs);
    if (times.length >= most) return false;
    times.push(time);
    return true;
  };
}
