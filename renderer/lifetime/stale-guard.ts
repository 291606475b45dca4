// Detects asynchronous results that are outdated when they arrive.

/**
 * Creates a counter of calls of which only the latest one counts. Call it before each request; the returned function
 * then reports whether no later call has been made. A call whose result is not used makes all pending requests
 * outdated.
 */
export function staleGuard(): () => () => boolean {
  let latest = 0;
  return () => {
    latest += 1;
    const own = latest;
    return () => own === latest;
  };
}
