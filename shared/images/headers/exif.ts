// The orientation in an EXIF block: TIFF 6.0's first directory, tag 0x0112.

import { u8, u16be, u16le, u32be, u32le } from './bytes.ts';
import type { Orientation } from './types.ts';

const TAG_ORIENTATION = 0x0112;
const TYPE_SHORT = 3;

/**
 * Reads the orientation of the TIFF structure from `start` to `end`. What it points to beyond its end is not looked at:
 * thousands of structures in a file could each lead to one long directory.
 * @returns 1 if there is no orientation, or an invalid one.
 */
export function exifOrientation(bytes: Uint8Array, start: number, end: number): Orientation {
  const order = u16be(bytes, start);
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const isLittle = order === 0x4949;
  const u16 = isLittle ? u16le : u16be;
  const u32 = isLittle ? u32le : u32be;
  if (u16(bytes, start + 2) !== 42) return 1;
  const directory = start + u32(bytes, start + 4);
  const last = Math.min(end, bytes.length);
  const count = u16(bytes, directory);
  for (let entry = directory + 2, left = count; left > 0 && entry + 12 <= last; entry += 12, left--) {
    if (u16(bytes, entry) !== TAG_ORIENTATION) continue;
    return u16(bytes, entry + 2) === TYPE_SHORT ? asOrientation(u16(bytes, entry + 8)) : 1;
  }
  return 1;
}

/** Returns the start of the TIFF structure in a block with or without a leading `Exif\0\0`. */
export function tiffStart(bytes: Uint8Array, at: number): number {
  return u32be(bytes, at) === 0x45786966 && u8(bytes, at + 4) === 0 ? at + 6 : at;
}

function asOrientation(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
