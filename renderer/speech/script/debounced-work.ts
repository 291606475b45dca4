// Work on all lines of a script, which is done soon after a change and not at each key.

/**
 * Typing in a long script waits for no work on all of its lines: they follow this long after a change, in milliseconds,
 * and later by this many times what the work takes. Typing puts it off again, but not longer than this.
 */
const LINES_FOLLOW_MS = 80;
const IDLE_RATIO = 10;
const LINES_FOLLOW_AT_LATEST_MS = 10_000;
/** Work that is not noticed, in milliseconds. */
const SHORT_WORK_MS = 8;

/** Does the work when it is time. */
export type DebouncedWork = {
  /** Does it at once. */
  now: () => void;
  /** Does it soon. */
  soon: () => void;
  /** Does it once nobody has typed for that long. */
  whenIdle: () => void;
  /** Does it at once, unless it takes so long that many such calls would keep the page busy. */
  nowIfShort: () => void;
  /** It is still to be done. */
  isWaiting: () => boolean;
  dispose: () => void;
};

/** Creates the timing of `work`. */
export function createDebouncedWork(work: () => void): DebouncedWork {
  let following: ReturnType<typeof setTimeout> | undefined;
  /** When the first change was that is not worked in yet, and how long the work took last. */
  let waitingSinceMs = 0;
  let tookMs = 0;
  const followMs = (): number => LINES_FOLLOW_MS + tookMs * IDLE_RATIO;
  const now = (): void => {
    const startedMs = performance.now();
    clearTimeout(following);
    following = undefined;
    work();
    tookMs = performance.now() - startedMs;
  };
  const soon = (): void => {
    following ??= setTimeout(now, followMs());
  };
  return {
    now,
    soon,
    whenIdle: () => {
      const calledMs = performance.now();
      if (following === undefined) waitingSinceMs = calledMs;
      clearTimeout(following);
      const latestMs = waitingSinceMs + LINES_FOLLOW_AT_LATEST_MS - calledMs;
      following = setTimeout(now, Math.max(0, Math.min(followMs(), latestMs)));
    },
    nowIfShort: () => {
      if (tookMs < SHORT_WORK_MS) now();
      else soon();
    },
    isWaiting: () => following !== undefined,
    dispose: () => clearTimeout(following),
  };
}
