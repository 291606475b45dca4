// Pieces of binary files: numbers and texts as bytes.

const encoder = new TextEncoder();

/** Joins pieces. */
export function joinBytes(...pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return joinAll(pieces);
}

/** Joins any number of pieces. */
export function joinAll(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** A text as UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text.toWellFormed());
}

/** A number as 32 bits, the lowest byte first. */
export function little32(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);
}

/** A number as 32 bits, the highest byte first. */
export function big32(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** A number as 16 bits, the lowest byte first. */
export function little16(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value, value >>> 8);
}

/** A whole number up to 2^53 as 64 bits, the lowest byte first. */
export function little64(value: number): Uint8Array<ArrayBuffer> {
  return joinBytes(little32(value % 2 ** 32), little32(Math.floor(value / 2 ** 32)));
}
