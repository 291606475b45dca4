// Writes bits, the highest first, as FLAC has them.

/** Bits that are written at once. */
const MAX_BITS = 24;

/** A growing row of bits. */
export type BitWriter = {
  /** Appends the lowest `count` bits of a number, up to 32. */
  put: (value: number, count: number) => void;
  /** Appends zeros and a one. */
  unary: (zeros: number) => void;
  /** Fills the last byte with zeros and returns all; the view is valid until the next `reset`. */
  bytes: () => Uint8Array<ArrayBuffer>;
  reset: () => void;
};

/** Creates an empty row. */
export function createBitWriter(): BitWriter {
  let buffer = new Uint8Array(65_536);
  let length = 0;
  let open = 0;
  let openBits = 0;
  const putFew = (value: number, count: number): void => {
    open = (open << count) | (value & ((1 << count) - 1));
    openBits += count;
    while (openBits >= 8) {
      openBits -= 8;
      if (length === buffer.length) {
        const larger = new Uint8Array(buffer.length * 2);
        larger.set(buffer);
        buffer = larger;
      }
      buffer[length++] = open >>> openBits;
      open &= (1 << openBits) - 1;
    }
  };
  const put = (value: number, count: number): void => {
    if (count > MAX_BITS) {
      putFew(value >>> MAX_BITS, count - MAX_BITS);
      putFew(value, MAX_BITS);
    } else putFew(value, count);
  };
  return {
    put,
    unary: (zeros) => {
      let left = zeros;
      for (; left >= MAX_BITS; left -= MAX_BITS) putFew(0, MAX_BITS);
      putFew(1, left + 1);
    },
    bytes: () => {
      if (openBits > 0) putFew(0, 8 - openBits);
      return buffer.subarray(0, length);
    },
    reset: () => {
      length = 0;
      open = 0;
      openBits = 0;
    },
  };
}
