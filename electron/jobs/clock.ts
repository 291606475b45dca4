// Time and timers for the queue; tests use a clock that they can advance.

/** The current time in milliseconds, and timers. */
export type Clock = {
  now: () => number;
  /** Calls `run` once after `waitMs`; the returned function cancels the call. */
  after: (waitMs: number, run: () => void) => () => void;
};

/** The system clock. */
export const systemClock: Clock = {
  now: Date.now,
  after(waitMs, run) {
    const timer = setTimeout(run, waitMs);
    return () => clearTimeout(timer);
  },
};
