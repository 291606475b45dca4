// A queue of bytes that have arrived and are not parsed yet. Independent of the format.

/** A byte queue that is read in place. */
export type ByteQueue = {
  push: (bytes: Uint8Array) => void;
  /** All queued bytes; the view is valid until the next `push`. */
  rest: () => Uint8Array;
  /** Discards the next `count` bytes, including those that have not arrived yet. */
  skip: (count: number) => void;
  /** Removes `count` queued bytes and returns a copy of them. */
  take: (count: number) => Uint8Array<ArrayBuffer>;
};

/** Creates an empty queue. */
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
