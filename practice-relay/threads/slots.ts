// A limited number of slots, with a queue for them.

/** Assigns each slot as soon as it is free, in the order of requests. */
export type Slots = {
  /** Resolves to the function that frees the slot. @throws the signal's reason when it aborts before a slot is free. */
  enter: (signal: AbortSignal) => Promise<() => void>;
};

/** Creates the slots. @param count the number of slots. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  const release = (): void => {
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
          resolve(release);
        };
        if (signal.aborted) return giveUp();
        if (free > 0) return take();
        waiting.add(take);
        signal.addEventListener('abort', giveUp, { once: true });
      }),
  };
}
