// Random numbers that are the same in every run.

/** Returns a whole number from `low` to `high`, both included. */
export type Random = (low: number, high: number) => number;

/** Creates a sequence of random numbers; the same for the same seed. */
export function createRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) | 1;
  return (low, high) => {
    // xorshift32 (Marsaglia 2003)
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return low + Math.floor(((state >>> 0) / 2 ** 32) * (high - low + 1));
  };
}
