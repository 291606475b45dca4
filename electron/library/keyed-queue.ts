// Runs asynchronous works of the same key one after another, and those of different keys at once.

/** Runs a work when the earlier ones of its key have ended, and returns its outcome. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates a queue; it holds nothing of works that have ended. */
export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const result = before.then(work);
    // The next work begins however this one ended; its caller gets the error.
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return result;
  };
}
