// Compresses bytes that come in long runs: deflate (RFC 1951) with the fixed codes and repetitions of the last byte
// only, in the zlib format (RFC 1950). A mask consists mostly of runs that are known without reading each byte; a
// general compressor would have to read them.

import { endOfRun } from './runs.ts';

/** A compressor that receives its bytes in order. */
export type RunDeflater = {
  /** Adds `count` times the same byte. */
  run: (value: number, count: number) => void;
  /**
   * Adds the bytes from `from` up to `to`, in which it searches for runs. `data` must begin at a 32-bit boundary of its
   * buffer.
   */
  bytes: (data: Uint8Array, from: number, to: number) => void;
  /** Returns the whole zlib stream; nothing may be added afterwards. */
  finish: () => Uint8Array<ArrayBuffer>;
};

const MAX_MATCH = 258;
const MIN_MATCH = 3;
const END_OF_BLOCK = 256;
const ADLER_MODULUS = 65521;

/** A code with its bits in the order in which they are written. */
type Code = { bits: number; length: number };

const NO_CODE: Code = { bits: 0, length: 0 };
const LITERALS: readonly Code[] = Array.from({ length: 257 }, (_none, value) => fixedCode(value));
/** The code of a repetition by its length, including distance 1, whose code is five zero bits. */
const MATCHES: readonly Code[] = Array.from({ length: MAX_MATCH + 1 }, (_none, length) => matchCode(length));

/** Creates a compressor. */
export function createRunDeflater(): RunDeflater {
  let out = new Uint8Array(1 << 16);
  let size = 0;
  let pending = 0;
  let pendingBits = 0;
  let low = 1;
  let high = 0;
  let last = -1;

  const write = ({ bits, length }: Code): void => {
    pending |= bits << pendingBits;
    pendingBits += length;
    if (size + 4 > out.length) {
      const larger = new Uint8Array(2 * out.length);
      larger.set(out);
      out = larger;
    }
    while (pendingBits >= 8) {
      out[size] = pending & 0xff;
      size += 1;
      pending >>>= 8;
      pendingBits -= 8;
    }
  };
  const emit = (value: number, count: number): void => {
    let left = count;
    if (value !== last || left < MIN_MATCH) {
      write(LITERALS[value] ?? NO_CODE);
      left -= 1;
      last = value;
    }
    while (left >= MIN_MATCH) {
      // What remains must be long enough to be a repetition too.
      const rest = left - MAX_MATCH;
      const length = rest <= 0 ? left : rest < MIN_MATCH ? MAX_MATCH - MIN_MATCH : MAX_MATCH;
      write(MATCHES[length] ?? NO_CODE);
      left -= length;
    }
    for (; left > 0; left--) write(LITERALS[value] ?? NO_CODE);
  };
  /** Adds a run to the Adler-32 checksum, in closed form. */
  const sumRun = (value: number, count: number): void => {
    for (let left = count; left > 0; ) {
      // Small enough for exact arithmetic.
      const part = Math.min(left, 1 << 20);
      high = (high + part * low + value * ((part * (part + 1)) / 2)) % ADLER_MODULUS;
      low = (low + value * part) % ADLER_MODULUS;
      left -= part;
    }
  };
  let searched: Uint8Array | undefined;
  let words: Uint32Array = new Uint32Array();
  let runValue = 0;
  let runCount = 0;
  /** Joins adjacent runs of the same byte. */
  const run = (value: number, count: number): void => {
    if (value !== runValue) endRun();
    runValue = value;
    runCount += count;
  };
  const endRun = (): void => {
    if (runCount === 0) return;
    sumRun(runValue, runCount);
    emit(runValue, runCount);
    runCount = 0;
  };
  // zlib header: deflate with a window of 32 KiB, fastest level. Then a single, last block with the fixed codes.
  out.set([0x78, 0x01]);
  size = 2;
  write({ bits: 0b011, length: 3 });
  return {
    run,
    bytes: (data, from, to) => {
      if (data !== searched) {
        searched = data;
        words = new Uint32Array(data.buffer, data.byteOffset, data.length >> 2);
      }
      for (let at = from; at < to; ) {
        const value = data[at] ?? 0;
        const end = endOfRun(data, words, at, to);
        run(value, end - at);
        at = end;
      }
    },
    finish: () => {
      endRun();
      write(LITERALS[END_OF_BLOCK] ?? NO_CODE);
      if (pendingBits > 0) write({ bits: 0, length: 8 - pendingBits });
      const stream = new Uint8Array(size + 4);
      stream.set(out.subarray(0, size));
      new DataView(stream.buffer).setUint32(size, ((high << 16) | low) >>> 0);
      return stream;
    },
  };
}

/** The fixed code of a literal or length symbol (RFC 1951, 3.2.6). */
function fixedCode(symbol: number): Code {
  if (symbol < 144) return reversed(0x30 + symbol, 8);
  if (symbol < 256) return reversed(0x190 + symbol - 144, 9);
  if (symbol < 280) return reversed(symbol - 256, 7);
  return reversed(0xc0 + symbol - 280, 8);
}

/** Length symbol, its extra bits (RFC 1951, 3.2.5), and distance 1. */
function matchCode(length: number): Code {
  if (length < MIN_MATCH) return NO_CODE;
  const { symbol, extra, extraBits } = lengthSymbol(length);
  const code = fixedCode(symbol);
  return { bits: code.bits | (extra << code.length), length: code.length + extraBits + 5 };
}

function lengthSymbol(length: number): { symbol: number; extra: number; extraBits: number } {
  if (length === MAX_MATCH) return { symbol: 285, extra: 0, extraBits: 0 };
  const from = length - MIN_MATCH;
  if (from < 8) return { symbol: 257 + from, extra: 0, extraBits: 0 };
  const extraBits = Math.floor(Math.log2(from)) - 2;
  return { symbol: 257 + 4 * extraBits + (from >> extraBits), extra: from & ((1 << extraBits) - 1), extraBits };
}

/** Huffman codes are written from the highest bit. */
function reversed(code: number, length: number): Code {
  let bits = 0;
  for (let i = 0; i < length; i++) bits |= ((code >> i) & 1) << (length - 1 - i);
  return { bits, length };
}
