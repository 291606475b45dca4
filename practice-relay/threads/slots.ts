// A bounded number of places and the queue before them. Knows nothing of what they are for.

/** Takes a place as soon as there is one, in the order of asking. */
export type Slots = {
  /** Resolves to what gives the place back. @throws the signal's reason when it aborts before there is a place. */
  enter: (signal: AbortSignal) => Promise<() => void>;
};

/** @param count places in all. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  const leave = (): void => {
    free++;
    const [first] = waiting;
    first?.();
  };
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        const stopWaiting = (): void => {
          waiting.delete(take);
          signal.removeEventListener('abort', giveUp);
        };
        const giveUp = (): void => {
          stopWaiting();
          reject(signal.reason);
        };
        const take = (): void => {
          stopWaiting();
          free--;
          resolve(leave);
        };
        if (signal.aborted) return giveUp();
        if (free > 0) return take();
        waiting.add(take);
        signal.addEventListener('abort', giveUp, { once: true });
      }),
  };
}
