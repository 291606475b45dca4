// Looks through a whole picture file for what would fill the memory of a decoder, or keep it busy for minutes, whatever
// the file's header says.

import { Inflate } from 'fflate';
import { IMPORT_LIMITS } from '../limits.ts';
import { hasMark, u8, u16be, u16le, u24le, u32be, u32le } from './bytes.ts';
import type { PictureFormat } from './types.ts';

/**
 * Why a picture is given to no decoder. `tooManyPixels`, `sideTooLong`: a frame is larger than the app opens, though the
 * header may say less. `tooComplex`: too many frames, passes over the picture, or parts, or metadata that inflate to too
 * much.
 */
export type PictureExcess = 'tooManyPixels' | 'sideTooLong' | 'tooComplex';

/** The most that one file may have. */
export const EXCESS_LIMITS = {
  /** Frames of an animation: a minute and a half at 20 a second. */
  frames: 2000,
  /** Pixels of all frames together. */
  framePixels: 4_000_000_000,
  /** Passes of a progressive JPEG, and pixels that all of them touch: seconds of decoding. Encoders make up to 64. */
  scans: 100,
  scanPixels: 2_000_000_000,
  /** Chunks, segments or boxes. */
  parts: 200_000,
  /** Inflated profile and texts, and how many of them: each takes memory to be inflated. */
  metadataBytes: 16 * 1024 * 1024,
  compressed: 2000,
} as const;

/** What was counted in one file so far. */
type Count = {
  frame: (width: number, height: number) => void;
  part: () => void;
  scan: (pixels: number) => void;
  compressed: () => void;
  metadata: (bytes: number) => void;
};

/** Ends the search at the first excess. */
class Found extends Error {
  readonly excess: PictureExcess;
  constructor(excess: PictureExcess) {
    super(excess);
    this.excess = excess;
  }
}

const FINDERS: Readonly<Record<PictureFormat, (bytes: Uint8Array, count: Count) => void>> = {
  png: countPng,
  jpeg: countJpeg,
  webp: countWebp,
  gif: countGif,
  avif: (bytes, count) => countBoxes(bytes, 0, bytes.length, 0, count),
  // Its header is all that a decoder reads.
  bmp: () => undefined,
};

/** Returns what is too much about a picture file of a known format, or undefined. @param bytes the whole file. */
export function findExcess(format: PictureFormat, bytes: Uint8Array): PictureExcess | undefined {
  try {
    FINDERS[format](bytes, createCount());
    return undefined;
  } catch (problem) {
    if (problem instanceof Found) return problem.excess;
    throw problem;
  }
}

function createCount(): Count {
  const sums = { frames: 0, framePixels: 0, parts: 0, scans: 0, scanPixels: 0, metadataBytes: 0, compressed: 0 };
  const add = (name: keyof typeof sums, amount = 1): void => {
    sums[name] += amount;
    if (sums[name] > EXCESS_LIMITS[name]) throw new Found('tooComplex');
  };
  return {
    frame(width, height) {
      if (Math.max(width, height) > IMPORT_LIMITS.maxSidePx) throw new Found('sideTooLong');
      if (width * height > IMPORT_LIMITS.maxPixels) throw new Found('tooManyPixels');
      add('frames');
      add('framePixels', width * height);
    },
    part: () => add('parts'),
    scan(pixels) {
      add('scans');
      add('scanPixels', pixels);
    },
    compressed: () => add('compressed'),
    metadata: (bytes) => add('metadataBytes', bytes),
  };
}

/** PNG and APNG: the frames of `fcTL`, and what profile and texts inflate to. */
function countPng(bytes: Uint8Array, count: Count): void {
  count.frame(u32be(bytes, 16), u32be(bytes, 20));
  for (let at = 8; at + 12 <= bytes.length; at += 12 + u32be(bytes, at)) {
    count.part();
    const data = at + 8;
    const end = Math.min(bytes.length, data + u32be(bytes, at));
    const is = (mark: string): boolean => hasMark(bytes, at + 4, mark);
    if (is('IEND')) return;
    if (is('acTL') && u32be(bytes, data) > EXCESS_LIMITS.frames) throw new Found('tooComplex');
    if (is('fcTL')) {
      const [width, height] = [u32be(bytes, data + 4), u32be(bytes, data + 8)];
      count.frame(width + u32be(bytes, data + 12), height + u32be(bytes, data + 16));
    }
    // Keyword, zero, method, then the compressed data.
    if (is('iCCP') || is('zTXt')) countInflated(bytes, afterZeros(bytes, data, end, 1) + 1, end, count);
    if (is('iTXt')) countText(bytes, data, end, count);
  }
}

/** iTXt: keyword, zero, whether compressed, method, language, zero, translated keyword, zero, text. */
function countText(bytes: Uint8Array, data: number, end: number, count: Count): void {
  const flags = afterZeros(bytes, data, end, 1);
  if (u8(bytes, flags) === 1) countInflated(bytes, afterZeros(bytes, flags + 2, end, 2), end, count);
}

/** Position after so many zeros. */
function afterZeros(bytes: Uint8Array, from: number, end: number, zeros: number): number {
  let at = from;
  for (let left = zeros; left > 0 && at < end; at++) if (u8(bytes, at) === 0) left--;
  return at;
}

/** So much is inflated at once: deflate expands at most a thousandfold. */
const INFLATE_BYTES = 1024;
const ZLIB_HEADER_BYTES = 2;

/** Inflates zlib data, and keeps nothing of it. What is broken ends there: a decoder gives up as well. */
function countInflated(bytes: Uint8Array, from: number, end: number, count: Count): void {
  count.compressed();
  let inflated = 0;
  const inflate = new Inflate((part) => {
    inflated += part.length;
  });
  for (let at = from + ZLIB_HEADER_BYTES; at < end; at += INFLATE_BYTES) {
    inflated = 0;
    try {
      inflate.push(bytes.subarray(at, Math.min(end, at + INFLATE_BYTES)), at + INFLATE_BYTES >= end);
    } catch {
      at = end;
    }
    count.metadata(inflated);
  }
}

const [SOS, EOI] = [0xda, 0xd9];

/** JPEG: all frame headers and scans up to EOI. */
function countJpeg(bytes: Uint8Array, count: Count): void {
  let pixels = 0;
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = u8(bytes, at + 1);
    if (marker === EOI) return;
    // Stuffed zeros, TEM, restarts and SOI are alone; a second 0xff is padding.
    if (marker === 0xff) at += 1;
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      count.part();
      const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
      if (isFrame) {
        const [height, width] = [u16be(bytes, at + 5), u16be(bytes, at + 7)];
        count.frame(width, height);
        pixels = Math.max(pixels, width * height);
      }
      if (marker === SOS) count.scan(pixels);
      at += 2 + Math.max(2, u16be(bytes, at + 2));
    }
  }
}

/** WebP: the canvas, the frames of an animation, and the size in each bitstream. */
function countWebp(bytes: Uint8Array, count: Count): void {
  let at = 12;
  while (at + 8 <= bytes.length) {
    count.part();
    const data = at + 8;
    if (hasMark(bytes, at, 'VP8X')) count.frame(u24le(bytes, data + 4) + 1, u24le(bytes, data + 7) + 1);
    if (hasMark(bytes, at, 'VP8 ')) count.frame(u16le(bytes, data + 6) & 0x3fff, u16le(bytes, data + 8) & 0x3fff);
    if (hasMark(bytes, at, 'VP8L')) {
      const bits = u32le(bytes, data + 1);
      count.frame((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    if (hasMark(bytes, at, 'ANMF')) {
      count.frame(
        2 * u24le(bytes, data) + u24le(bytes, data + 6) + 1,
        2 * u24le(bytes, data + 3) + u24le(bytes, data + 9) + 1,
      );
      // The chunks of the frame follow its sixteen bytes.
      at = data + 16;
    } else {
      const size = u32le(bytes, at + 4);
      at = data + size + (size % 2);
    }
  }
}

/** GIF: a frame beyond the screen makes decoders enlarge the screen. */
function countGif(bytes: Uint8Array, count: Count): void {
  let at = 13 + tableBytes(u8(bytes, 10));
  while (at < bytes.length) {
    count.part();
    const kind = u8(bytes, at);
    if (kind === 0x2c) {
      const [left, top] = [u16le(bytes, at + 1), u16le(bytes, at + 3)];
      count.frame(left + u16le(bytes, at + 5), top + u16le(bytes, at + 7));
      at = afterBlocks(bytes, at + 11 + tableBytes(u8(bytes, at + 9)));
    } else if (kind === 0x21) at = afterBlocks(bytes, at + 2);
    else return;
  }
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && u8(bytes, at) !== 0) at += 1 + u8(bytes, at);
  return at + 1;
}

/** Boxes that only contain boxes, and how many bytes precede those. */
const CONTAINERS: Readonly<Record<string, number>> = {
  meta: 4,
  iprp: 0,
  ipco: 0,
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  stsd: 8,
};
const MAX_BOX_DEPTH = 10;

/** AVIF: every size that a box declares, wherever it is, and the frames of a sequence. */
function countBoxes(bytes: Uint8Array, from: number, to: number, depth: number, count: Count): void {
  for (let at = from; at + 8 <= to; ) {
    count.part();
    const declared = u32be(bytes, at);
    // 0: up to the end; 1: the size follows in 64 bits.
    const isLong = declared === 1;
    const size = isLong ? u32be(bytes, at + 8) * 2 ** 32 + u32be(bytes, at + 12) : declared === 0 ? to - at : declared;
    if (size < 8) return;
    const data = at + (isLong ? 16 : 8);
    const end = Math.min(to, at + size);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const before = CONTAINERS[type];
    if (before !== undefined && depth < MAX_BOX_DEPTH) countBoxes(bytes, data + before, end, depth + 1, count);
    else if (type === 'ispe') count.frame(u32be(bytes, data + 4), u32be(bytes, data + 8));
    // Width and height in 16.16 are the last eight bytes.
    else if (type === 'tkhd') count.frame(u16be(bytes, end - 8), u16be(bytes, end - 4));
    else if (type === 'av01') count.frame(u16be(bytes, data + 24), u16be(bytes, data + 26));
    else if (type === 'stsz' && u32be(bytes, data + 8) > EXCESS_LIMITS.frames) throw new Found('tooComplex');
    at += size;
  }
}
