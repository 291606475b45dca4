// Whether something has been in view for a moment. Lists that are scrolled fast read nothing for what rushes by.

import { createContext, useContext, useEffect, useState } from 'react';

/** Calls back after a moment, unless the returned function is called before. */
export type SettleClock = (onSettled: () => void) => () => void;

/**
 * Creates a clock. What came into view together settles together, so that a list renders once for all of it.
 * @param delayMs how long an element must be there before it reads what it shows
 */
export function createSettleClock(delayMs: number): SettleClock {
  let together: Set<() => void> | undefined;
  return (onSettled) => {
    if (together === undefined) {
      const all = new Set<() => void>();
      together = all;
      // Effects of one commit run in one task.
      queueMicrotask(() => {
        together = undefined;
      });
      setTimeout(() => {
        for (const call of all) call();
      }, delayMs);
    }
    const mine = together;
    mine.add(onSettled);
    return () => mine.delete(onSettled);
  };
}

const SettleClockContext = createContext<SettleClock | null>(null);
/** Sets the clock for everything inside. Without one, elements read at once. */
export const SettleClockProvider = SettleClockContext.Provider;

/** Returns whether the calling element may read what it shows. @param isKnown it costs nothing, so it need not wait */
export function useSettled(isKnown = false): boolean {
  const clock = useContext(SettleClockContext);
  const [isSettled, setSettled] = useState(clock === null || isKnown);
  useEffect(() => {
    if (!isSettled) return clock?.(() => setSettled(true));
    return undefined;
  }, [isSettled, clock]);
  return isSettled;
}
