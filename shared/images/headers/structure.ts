// Follows a picture file from its beginning to its end mark without decoding it: whether it ends early, and the
// orientation that stands after its pixels.

import { hasMark, u8, u16le, u32be, u32le } from './bytes.ts';
import { exifOrientation, tiffStart } from './exif.ts';
import type { Orientation, PictureFormat } from './types.ts';

/** A file that is read in parts. `read` returns `count` bytes from `at`, fewer at the file's end. */
export type ReadableFile = { sizeBytes: number; read: (at: number, count: number) => Promise<Uint8Array> };

/**
 * What the structure of a file says. `isCut`: it ends before its end mark, or within a part that its header announces.
 * `orientation` is undefined unless there is one after the pixels.
 */
export type Structure = { isCut: boolean; orientation?: Orientation };

const EXIF_BYTES = 64 * 1024;
const WINDOW_BYTES = 64 * 1024;
const CUT: Structure = { isCut: true };

/** A file of which one window is in memory, so that many small parts cost few readings, and no waiting between them. */
type Window = {
  sizeBytes: number;
  /** Whether `count` bytes from `at`, or those up to the file's end, are in memory. */
  has: (at: number, count: number) => boolean;
  /** Brings them there. */
  load: (at: number, count: number) => Promise<void>;
  /** A byte that is in memory, else 0. */
  byte: (at: number) => number;
  /** Bytes from `at` on, as far as they are in memory. */
  view: (at: number, count: number) => Uint8Array;
};

const FOLLOWERS: Readonly<Record<PictureFormat, (file: Window) => Promise<Structure>>> = {
  png: followPng,
  jpeg: followJpeg,
  webp: followWebp,
  gif: followGif,
  bmp: followBmp,
  avif: followBoxes,
};

/** Follows a file of a known format. Bytes after its end are ignored. @throws what `read` throws. */
export function readStructure(format: PictureFormat, file: ReadableFile): Promise<Structure> {
  return FOLLOWERS[format](windowOf(file));
}

function windowOf({ sizeBytes, read }: ReadableFile): Window {
  let start = 0;
  let bytes: Uint8Array = new Uint8Array();
  return {
    sizeBytes,
    has: (at, count) => at >= start && Math.min(at + count, sizeBytes) <= start + bytes.length,
    async load(at, count) {
      start = at;
      bytes = await read(at, Math.max(count, WINDOW_BYTES));
    },
    byte: (at) => u8(bytes, at - start),
    view: (at, count) => bytes.subarray(at - start, at - start + count),
  };
}

/** PNG: chunks up to IEND. */
async function followPng({ sizeBytes, has, load, view }: Window): Promise<Structure> {
  let orientation: Orientation | undefined;
  for (let at = 8; at + 12 <= sizeBytes; ) {
    if (!has(at, 8)) await load(at, 8);
    const head = view(at, 8);
    const contentBytes = u32be(head, 0);
    const end = at + 12 + contentBytes;
    if (end > sizeBytes) return CUT;
    if (hasMark(head, 4, 'IEND')) return found(orientation);
    if (hasMark(head, 4, 'eXIf')) {
      const exifBytes = Math.min(contentBytes, EXIF_BYTES);
      if (!has(at + 8, exifBytes)) await load(at + 8, exifBytes);
      orientation = exifOrientation(view(at + 8, exifBytes), 0, exifBytes);
    }
    at = end;
  }
  return CUT;
}

/** WebP: the chunks of the RIFF file, as long as it says. The padding after the last chunk may be missing. */
async function followWebp({ sizeBytes, has, load, view }: Window): Promise<Structure> {
  await load(4, 4);
  const announced = 8 + u32le(view(4, 4), 0);
  let orientation: Orientation | undefined;
  let at = 12;
  for (; at + 8 <= Math.min(announced, sizeBytes); ) {
    if (!has(at, 8)) await load(at, 8);
    const head = view(at, 8);
    const contentBytes = u32le(head, 4);
    if (at + 8 + contentBytes > sizeBytes) return CUT;
    if (hasMark(head, 0, 'EXIF')) {
      const exifBytes = Math.min(contentBytes, EXIF_BYTES);
      if (!has(at + 8, exifBytes)) await load(at + 8, exifBytes);
      const exif = view(at + 8, exifBytes);
      orientation = exifOrientation(exif, tiffStart(exif, 0), exifBytes);
    }
    at += 8 + contentBytes + (contentBytes % 2);
  }
  return at < announced - 1 ? CUT : found(orientation);
}

const EOI = 0xd9;

/** JPEG: segments and coded data up to the marker EOI. */
async function followJpeg({ sizeBytes, has, load, byte, view }: Window): Promise<Structure> {
  for (let at = 2; at < sizeBytes; ) {
    if (!has(at, 4)) await load(at, 4);
    if (byte(at) !== 0xff) {
      const rest = view(at, WINDOW_BYTES);
      // The file is shorter than it was.
      if (rest.length === 0) return CUT;
      const place = rest.indexOf(0xff);
      at += place < 0 ? rest.length : place;
      continue;
    }
    const marker = byte(at + 1);
    if (marker === EOI) return { isCut: false };
    // Stuffed zeros, TEM, restarts and SOI are alone; a second 0xff is padding.
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += isAlone ? 2 : 2 + Math.max(2, byte(at + 2) * 256 + byte(at + 3));
  }
  return CUT;
}

/** GIF: blocks up to the trailer. */
async function followGif({ sizeBytes, has, load, byte }: Window): Promise<Structure> {
  await load(10, 1);
  let isData = false;
  for (let at = 13 + tableBytes(byte(10)); at < sizeBytes; ) {
    if (!has(at, 10)) await load(at, 10);
    const first = byte(at);
    if (isData) {
      at += 1 + first;
      isData = first > 0;
      continue;
    }
    if (first === 0x3b) return { isCut: false };
    if (first !== 0x2c && first !== 0x21) return CUT;
    at += first === 0x21 ? 2 : 11 + tableBytes(byte(at + 9));
    isData = true;
  }
  return CUT;
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** BMP: the rows of an uncompressed picture; of a compressed one as many bytes as its header says. */
async function followBmp({ sizeBytes, load, view }: Window): Promise<Structure> {
  await load(0, 54);
  const head = view(0, 54);
  const isOld = u32le(head, 14) === 12;
  const isCompressed = !isOld && ![0, 3].includes(u32le(head, 30));
  if (isCompressed) return { isCut: u32le(head, 2) > sizeBytes };
  const width = isOld ? u16le(head, 18) : Math.abs(u32le(head, 18) | 0);
  const height = isOld ? u16le(head, 20) : Math.abs(u32le(head, 22) | 0);
  const rowBytes = 4 * Math.ceil((width * u16le(head, isOld ? 24 : 28)) / 32);
  return { isCut: u32le(head, 10) + rowBytes * height > sizeBytes };
}

/** AVIF: the outermost boxes. */
async function followBoxes({ sizeBytes, has, load, view }: Window): Promise<Structure> {
  let at = 0;
  while (at + 8 <= sizeBytes) {
    if (!has(at, 16)) await load(at, 16);
    const head = view(at, 16);
    const declared = u32be(head, 0);
    // 0: up to the end of the file; 1: the size follows in 64 bits.
    if (declared === 0) return { isCut: false };
    const boxBytes = declared === 1 ? u32be(head, 8) * 2 ** 32 + u32be(head, 12) : declared;
    if (boxBytes < 8 || at + boxBytes > sizeBytes) return CUT;
    at += boxBytes;
  }
  return { isCut: false };
}

function found(orientation: Orientation | undefined): Structure {
  return orientation === undefined ? { isCut: false } : { isCut: false, orientation };
}
