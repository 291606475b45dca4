// Picture formats that Chromium does not decode: recognised by their first bytes and measured, so that such a result
// is kept under its right name.

import type { Size } from '../size.ts';
import { isHeic, readHeicSize } from './avif.ts';
import { hasMark, u8, u16be, u16le, u32be, u32le } from './bytes.ts';
import { readJxlSize } from './jxl.ts';
import type { ForeignFormat } from './types.ts';

type ForeignReader = {
  matches: (bytes: Uint8Array) => boolean;
  /** The size as displayed, where the bytes contain it. */
  size: (bytes: Uint8Array) => Size | undefined;
};

const JP2_BOX = '\0\0\0\x0cjP  \r\n\x87\n';
const MAX_ICONS = 64;
const ICON_ENTRY_BYTES = 16;
const TAG_WIDTH = 256;
const TAG_HEIGHT = 257;
const TAG_ORIENTATION = 274;
const TYPE_SHORT = 3;

const READERS: Readonly<Record<ForeignFormat, ForeignReader>> = {
  heic: { matches: isHeic, size: readHeicSize },
  tiff: {
    matches: (bytes) => hasMark(bytes, 0, 'II*\0') || hasMark(bytes, 0, 'MM\0*'),
    size: readTiffSize,
  },
  jxl: {
    matches: (bytes) =>
      hasMark(bytes, 0, '\0\0\0\x0cJXL \r\n\x87\n') || (u16be(bytes, 0) === 0xff0a && readJxlSize(bytes) !== undefined),
    size: readJxlSize,
  },
  jp2: {
    matches: (bytes) => hasMark(bytes, 0, JP2_BOX) || u32be(bytes, 0) === 0xff4fff51,
    size: readJp2Size,
  },
  psd: {
    matches: (bytes) => hasMark(bytes, 0, '8BPS\0\x01'),
    size: (bytes) => asSize(u32be(bytes, 18), u32be(bytes, 14)),
  },
  ico: { matches: isIcon, size: readIconSize },
};

/** All formats that are recognised and not shown. */
const FOREIGN_FORMATS = Object.keys(READERS) as readonly ForeignFormat[];

/** Recognises such a format by the first bytes, or returns undefined. */
export function sniffForeign(bytes: Uint8Array): ForeignFormat | undefined {
  return FOREIGN_FORMATS.find((format) => READERS[format].matches(bytes));
}

/** Reads the size of such a picture, upright; undefined if the bytes do not contain it. Never throws. */
export function readForeignSize(format: ForeignFormat, bytes: Uint8Array): Size | undefined {
  return READERS[format].size(bytes);
}

function asSize(width: number, height: number): Size | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** TIFF 6.0: the first directory, if the bytes reach it. */
function readTiffSize(bytes: Uint8Array): Size | undefined {
  const isLittle = hasMark(bytes, 0, 'II');
  const u16 = isLittle ? u16le : u16be;
  const u32 = isLittle ? u32le : u32be;
  const directory = u32(bytes, 4);
  const found = new Map<number, number>();
  for (let entry = directory + 2, left = u16(bytes, directory); left > 0 && entry + 12 <= bytes.length; left--) {
    const isShort = u16(bytes, entry + 2) === TYPE_SHORT;
    found.set(u16(bytes, entry), isShort ? u16(bytes, entry + 8) : u32(bytes, entry + 8));
    entry += 12;
  }
  const [width = 0, height = 0] = [found.get(TAG_WIDTH), found.get(TAG_HEIGHT)];
  return (found.get(TAG_ORIENTATION) ?? 1) >= 5 ? asSize(height, width) : asSize(width, height);
}

/** JPEG 2000: the box `ihdr` of a file, or the marker SIZ of a bare codestream. */
function readJp2Size(bytes: Uint8Array): Size | undefined {
  if (!hasMark(bytes, 0, JP2_BOX)) {
    return asSize(u32be(bytes, 8) - u32be(bytes, 16), u32be(bytes, 12) - u32be(bytes, 20));
  }
  for (let at = 12; at + 24 <= bytes.length; at += Math.max(8, u32be(bytes, at))) {
    if (hasMark(bytes, at + 4, 'jp2h') && hasMark(bytes, at + 12, 'ihdr'))
      return asSize(u32be(bytes, at + 20), u32be(bytes, at + 16));
  }
  return undefined;
}

/** The signature of an icon is four bytes that other files may have: its first entry has to fit too. */
function isIcon(bytes: Uint8Array): boolean {
  if (!hasMark(bytes, 0, '\0\0\x01\0') || bytes.length < 6 + ICON_ENTRY_BYTES) return false;
  const count = u16le(bytes, 4);
  const isCountRight = count >= 1 && count <= MAX_ICONS;
  return (
    isCountRight && u8(bytes, 9) === 0 && u16le(bytes, 10) <= 1 && u32le(bytes, 18) === 6 + count * ICON_ENTRY_BYTES
  );
}

/** The largest icon's size; a side of 0 means 256. */
function readIconSize(bytes: Uint8Array): Size | undefined {
  let largest = 0;
  let size: Size | undefined;
  for (let entry = 6, left = u16le(bytes, 4); left > 0 && entry + ICON_ENTRY_BYTES <= bytes.length; left--) {
    const [width, height] = [u8(bytes, entry) || 256, u8(bytes, entry + 1) || 256];
    if (width * height > largest) size = { width, height };
    largest = Math.max(largest, width * height);
    entry += ICON_ENTRY_BYTES;
  }
  return size;
}
