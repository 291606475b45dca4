// Time as the queue needs it; tests bring a clock they can move.

/** The time of day in milliseconds, and timers. */
export type Clock = {
  now: () => number;
  /** Calls `run` once after `waitMs`; the returned function takes it back. */
  after: (waitMs: number, run: () => void) => () => void;
};

/** The computer's own clock. */
export const systemClock: Clock = {
  now: Date.now,
  after(waitMs, run) {
    const timer = setTimeout(run, waitMs);
    return () => clearTimeout(timer);
  },
};
