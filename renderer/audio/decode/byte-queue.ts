// Bytes that have arrived and are not used yet. Knows no format.

/** A queue that is read in place. */
export type ByteQueue = {
  push: (bytes: Uint8Array) => void;
  /** What is there, from the next unused byte; valid until the next `push`. */
  rest: () => Uint8Array;
  /** Forgets the first `count` bytes, also those still to come. */
  skip: (count: number) => void;
  /** Removes `count` bytes that are there, as a copy. */
  take: (count: number) => Uint8Array<ArrayBuffer>;
};

/** Makes an empty queue. */
export function createByteQueue(): ByteQueue {
  let bytes = new Uint8Array(0);
  let at = 0;
  let owed = 0;
  const skip = (count: number): void => {
    const present = Math.min(count, bytes.length - at);
    at += present;
    owed += count - present;
  };
  return {
    push: (more) => {
      const isDue = Math.min(owed, more.length);
      owed -= isDue;
      const joined = new Uint8Array(bytes.length - at + more.length - isDue);
      joined.set(bytes.subarray(at));
      joined.set(more.subarray(isDue), bytes.length - at);
      bytes = joined;
      at = 0;
    },
    rest: () => bytes.subarray(at),
    skip,
    take: (count) => {
      const taken = bytes.slice(at, at + count);
      skip(count);
      return taken;
    },
  };
}
