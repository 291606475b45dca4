// Runs work on the same thing one after another.

/** Runs `work` when everything begun earlier under the same key has ended, and settles like it. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates the turns. Work under different keys runs at the same time. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
