// A limit of time for something that comes from outside. Only time in which the app could notice that it came is counted:
// while the computer sleeps or swaps, what came waits to be read, and is read before the limit counts on.

/** How often the time is counted. */
const COUNT_EVERY_MS = 250;
/** What is at least left after the app stood still, to read what came meanwhile. */
const READ_MS = 10_000;

/** A limit that is counted until `stop`. */
export type WaitLimit = {
  /** Aborted, with a TimeoutError, when the time is up. */
  signal: AbortSignal;
  /** Nothing is waited for any more. */
  stop: () => void;
};

/** Starts a limit. It does not keep the process running. */
export function startWaitLimit(limitMs: number): WaitLimit {
  const ended = new AbortController();
  const everyMs = Math.min(COUNT_EVERY_MS, limitMs);
  let leftMs = limitMs;
  let countedAtMs = performance.now();
  let timer = setTimeout(count, everyMs).unref();
  let isStopped = false;

  function count(): void {
    const passedMs = performance.now() - countedAtMs;
    countedAtMs += passedMs;
    const longestMs = everyMs + COUNT_EVERY_MS;
    leftMs -= Math.min(passedMs, longestMs);
    if (passedMs > longestMs) leftMs = Math.max(leftMs, READ_MS);
    if (leftMs > 0) timer = setTimeout(count, Math.min(everyMs, leftMs)).unref();
    // What has come is read before this.
    else setImmediate(end);
  }
  function end(): void {
    if (!isStopped) ended.abort(new DOMException('The time is up', 'TimeoutError'));
  }

  return {
    signal: ended.signal,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
