// How many cells of the library's grid are built in one frame. A jump brings a screen of new lines; building them all
// at once would make the frame late, so the others are places until a later frame.

import { useLayoutEffect, useState } from 'react';

/** Grants so much work in each frame, in the order in which it was asked for. */
export type FrameBudget = {
  /**
   * Calls back in the first frame that has a part of its budget left: at once if that is this one.
   * @param cost in the unit of the budget; what costs more than is left is granted if anything is
   * @returns withdraws the request
   */
  spend: (cost: number, onGranted: () => void) => () => void;
};

type Waiting = { cost: number; onGranted: () => void };

/** Creates a budget. @param perFrame what a frame may cost. @param requestFrame calls back in the next frame */
export function createFrameBudget(
  perFrame: number,
  requestFrame: (onFrame: () => void) => void = requestAnimationFrame,
): FrameBudget {
  const waiting = new Set<Waiting>();
  let left = perFrame;
  let isFrameRequested = false;

  const refill = (): void => {
    if (isFrameRequested) return;
    isFrameRequested = true;
    requestFrame(() => {
      isFrameRequested = false;
      left = perFrame;
      for (const one of waiting) {
        if (left <= 0) break;
        waiting.delete(one);
        grant(one);
      }
    });
  };
  const grant = ({ cost, onGranted }: Waiting): void => {
    left -= cost;
    refill();
    onGranted();
  };
  return {
    spend: (cost, onGranted) => {
      const one = { cost, onGranted };
      if (left > 0) {
        grant(one);
        return () => {};
      }
      waiting.add(one);
      return () => waiting.delete(one);
    },
  };
}

/** Whether the calling element may be built by now. @param cost 0 while there is nothing to build */
export function useFrameBudget(budget: FrameBudget, cost: number): boolean {
  const [isGranted, setGranted] = useState(false);
  const isWanted = cost > 0 && !isGranted;
  useLayoutEffect(() => (isWanted ? budget.spend(cost, () => setGranted(true)) : undefined), [budget, cost, isWanted]);
  return isGranted;
}
