// Follows a picture file from its beginning to its end mark without decoding it: whether it ends early, and the
// orientation that stands after its pixels.

import { hasMark, u8, u16be, u16le, u32be, u32le } from './bytes.ts';
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

/** The same file; `view` returns the bytes from `at` that are in memory, at least four unless the file ends there. */
type WindowedFile = ReadableFile & { view: (at: number) => Promise<Uint8Array> };

const FOLLOWERS: Readonly<Record<PictureFormat, (file: WindowedFile) => Promise<Structure>>> = {
  png: followPng,
  jpeg: followJpeg,
  webp: followWebp,
  gif: followGif,
  bmp: followBmp,
  avif: followBoxes,
};

/** Follows a file of a known format. Bytes after its end are ignored. @throws what `read` throws. */
export function readStructure(format: PictureFormat, file: ReadableFile): Promise<Structure> {
  return FOLLOWERS[format](inWindows(file));
}

/** Reads windows of the file, so that many small parts cost few readings. */
function inWindows({ sizeBytes, read }: ReadableFile): WindowedFile {
  let start = 0;
  let window: Uint8Array = new Uint8Array();
  const load = async (at: number, count: number): Promise<void> => {
    if (at >= start && Math.min(at + count, sizeBytes) <= start + window.length) return;
    start = at;
    window = await read(at, Math.max(count, WINDOW_BYTES));
  };
  return {
    sizeBytes,
    read: async (at, count) => {
      await load(at, count);
      return window.subarray(at - start, at - start + count);
    },
    view: async (at) => {
      await load(at, 4);
      return window.subarray(at - start);
    },
  };
}

/** PNG: chunks up to IEND. */
async function followPng({ sizeBytes, read }: WindowedFile): Promise<Structure> {
  let orientation: Orientation | undefined;
  for (let at = 8; at + 12 <= sizeBytes; ) {
    const head = await read(at, 8);
    const end = at + 12 + u32be(head, 0);
    if (end > sizeBytes) return CUT;
    if (hasMark(head, 4, 'IEND')) return found(orientation);
    if (hasMark(head, 4, 'eXIf')) orientation = exifOrientation(await read(at + 8, EXIF_BYTES), 0);
    at = end;
  }
  return CUT;
}

/** WebP: the chunks of the RIFF file, as long as it says. The padding after the last chunk may be missing. */
async function followWebp({ sizeBytes, read }: WindowedFile): Promise<Structure> {
  const announced = 8 + u32le(await read(4, 4), 0);
  let orientation: Orientation | undefined;
  let at = 12;
  for (; at + 8 <= Math.min(announced, sizeBytes); ) {
    const head = await read(at, 8);
    const contentBytes = u32le(head, 4);
    if (at + 8 + contentBytes > sizeBytes) return CUT;
    if (hasMark(head, 0, 'EXIF')) {
      const exif = await read(at + 8, EXIF_BYTES);
      orientation = exifOrientation(exif, tiffStart(exif, 0));
    }
    at += 8 + contentBytes + (contentBytes % 2);
  }
  return at < announced - 1 ? CUT : found(orientation);
}

const EOI = 0xd9;

/** JPEG: segments and coded data up to the marker EOI. */
async function followJpeg({ sizeBytes, view }: WindowedFile): Promise<Structure> {
  for (let at = 2; at < sizeBytes; ) {
    const bytes = await view(at);
    const place = bytes.indexOf(0xff);
    if (place !== 0) {
      at += place < 0 ? bytes.length : place;
      continue;
    }
    const marker = u8(bytes, 1);
    if (marker === EOI) return { isCut: false };
    // Stuffed zeros, TEM, restarts and SOI are alone; a second 0xff is padding.
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += isAlone ? 2 : 2 + Math.max(2, u16be(bytes, 2));
  }
  return CUT;
}

/** GIF: blocks up to the trailer. */
async function followGif({ sizeBytes, read }: WindowedFile): Promise<Structure> {
  const skipData = async (start: number): Promise<number> => {
    for (let at = start; at < sizeBytes; ) {
      const length = u8(await read(at, 1), 0);
      at += 1 + length;
      if (length === 0) return at;
    }
    return sizeBytes;
  };
  let at = 13 + tableBytes(u8(await read(10, 1), 0));
  while (at < sizeBytes) {
    const block = await read(at, 10);
    if (u8(block, 0) === 0x3b) return { isCut: false };
    if (u8(block, 0) === 0x2c) at = await skipData(at + 11 + tableBytes(u8(block, 9)));
    else if (u8(block, 0) === 0x21) at = await skipData(at + 2);
    else return CUT;
  }
  return CUT;
}

function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** BMP: the rows of an uncompressed picture; of a compressed one as many bytes as its header says. */
async function followBmp({ sizeBytes, read }: WindowedFile): Promise<Structure> {
  const head = await read(0, 54);
  const isOld = u32le(head, 14) === 12;
  const isCompressed = !isOld && ![0, 3].includes(u32le(head, 30));
  if (isCompressed) return { isCut: u32le(head, 2) > sizeBytes };
  const width = isOld ? u16le(head, 18) : Math.abs(u32le(head, 18) | 0);
  const height = isOld ? u16le(head, 20) : Math.abs(u32le(head, 22) | 0);
  const rowBytes = 4 * Math.ceil((width * u16le(head, isOld ? 24 : 28)) / 32);
  return { isCut: u32le(head, 10) + rowBytes * height > sizeBytes };
}

/** AVIF: the outermost boxes. */
async function followBoxes({ sizeBytes, read }: WindowedFile): Promise<Structure> {
  let at = 0;
  while (at + 8 <= sizeBytes) {
    const head = await read(at, 16);
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
