// Packs the difference between two states of a tile, so that undo needs memory only for what changed.

import { endOfRun } from './runs.ts';
import { TILE_BYTES, type Tile } from './tiles.ts';

/**
 * Exclusive or of two states of a tile, so that the same difference converts either into the other: one value for all
 * pixels, {@link TILE_BYTES} bytes, or fewer bytes of runs. A run begins with a 16-bit little-endian head with its
 * length in the lower 15 bits. If the top bit is set, one byte follows that is repeated; otherwise as many bytes as the
 * length.
 */
export type TileDiff = number | Uint8Array<ArrayBuffer>;

const REPEAT = 0x8000;
const MAX_RUN = 0x7fff;
/** A shorter repetition takes fewer bytes as a part of the literal bytes around it. */
const MIN_REPEAT = 4;

/** The packed difference; 0 if the tiles are equal. */
export function diffTiles(a: Tile, b: Tile): TileDiff {
  if (typeof a !== 'number') return pack(xorInto(a.slice(), b));
  if (typeof b !== 'number') return pack(xorInto(b.slice(), a));
  return a ^ b;
}

/** Returns the other state of a tile. If `tile` is an array of bytes, it is changed in place and returned. */
export function applyDiff(tile: Tile, diff: TileDiff): Tile {
  if (typeof diff === 'number' && typeof tile === 'number') return tile ^ diff;
  const bytes = typeof tile === 'number' ? new Uint8Array(TILE_BYTES).fill(tile) : tile;
  if (typeof diff === 'number' || diff.length === TILE_BYTES) return xorInto(bytes, diff);
  return xorRuns(bytes, diff);
}

/** Memory in bytes that a difference takes. */
export function diffSizeBytes(diff: TileDiff): number {
  return typeof diff === 'number' ? 0 : diff.byteLength;
}

function xorInto(bytes: Uint8Array<ArrayBuffer>, other: Tile): Uint8Array<ArrayBuffer> {
  const words = wordsOf(bytes);
  if (typeof other === 'number') {
    const word = other * 0x01010101;
    for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) ^ word;
    return bytes;
  }
  const others = wordsOf(other);
  for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) ^ (others[i] ?? 0);
  return bytes;
}

/** The bytes of a tile as 32-bit words, for work on four pixels at a time. */
function wordsOf(bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, TILE_BYTES / 4);
}

function xorRuns(bytes: Uint8Array<ArrayBuffer>, runs: Uint8Array): Uint8Array<ArrayBuffer> {
  let to = 0;
  for (let from = 0; from < runs.length; ) {
    const head = (runs[from] ?? 0) | ((runs[from + 1] ?? 0) << 8);
    const end = to + (head & MAX_RUN);
    from += 2;
    if ((head & REPEAT) === 0) {
      for (; to < end; to++, from++) bytes[to] = (bytes[to] ?? 0) ^ (runs[from] ?? 0);
      continue;
    }
    const value = runs[from] ?? 0;
    from += 1;
    if (value !== 0) for (; to < end; to++) bytes[to] = (bytes[to] ?? 0) ^ value;
    to = end;
  }
  return bytes;
}

function pack(bytes: Uint8Array<ArrayBuffer>): TileDiff {
  const words = wordsOf(bytes);
  const packed = new Uint8Array(TILE_BYTES);
  let size = 0;
  let literalFrom = 0;
  const writeHead = (head: number): void => {
    packed[size] = head & 0xff;
    packed[size + 1] = head >> 8;
    size += 2;
  };
  /** Writes the literal bytes up to `end`; returns false if packing saves no bytes. */
  const writeLiterals = (end: number): boolean => {
    while (literalFrom < end) {
      const length = Math.min(MAX_RUN, end - literalFrom);
      if (size + length + 8 >= TILE_BYTES) return false;
      writeHead(length);
      packed.set(bytes.subarray(literalFrom, literalFrom + length), size);
      size += length;
      literalFrom += length;
    }
    return true;
  };
  for (let at = 0; at < TILE_BYTES; ) {
    const value = bytes[at] ?? 0;
    const end = endOfRun(bytes, words, at, TILE_BYTES);
    if (end - at === TILE_BYTES) return value;
    if (end - at >= MIN_REPEAT) {
      if (!writeLiterals(at)) return bytes;
      for (let left = end - at; left > 0; left -= MAX_RUN) {
        if (size + 8 >= TILE_BYTES) return bytes;
        writeHead(REPEAT | Math.min(MAX_RUN, left));
        packed[size] = value;
        size += 1;
      }
      literalFrom = end;
    }
    at = end;
  }
  return writeLiterals(TILE_BYTES) ? packed.slice(0, size) : bytes;
}
