// A clock that advances only when a test moves it.

import type { Clock } from '../../electron/jobs/clock.ts';

/** Creates a clock and the function that advances it; due timers run in their order. */
export function manualClock(): Clock & { advance: (byMs: number) => void } {
  const timers = new Set<{ atMs: number; run: () => void }>();
  let nowMs = 1_700_000_000_000;
  return {
    now: () => nowMs,
    after(waitMs, run) {
      const timer = { atMs: nowMs + waitMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(byMs) {
      nowMs += byMs;
      for (const timer of [...timers].sort((a, b) => a.atMs - b.atMs)) {
        if (timer.atMs > nowMs || !timers.delete(timer)) continue;
        timer.run();
      }
    },
  };
}
