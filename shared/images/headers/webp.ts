// WebP headers: RFC 9649, chunks VP8, VP8L, VP8X and EXIF.

import { hasMark, u8, u16le, u24le, u32le } from './bytes.ts';
import { exifOrientation, tiffStart } from './exif.ts';
import { isSrgbProfile } from './icc.ts';
import type { PictureHeader } from './types.ts';

/** Flags of VP8X. */
const ANIMATED = 0x02;
const EXIF = 0x08;
const ALPHA = 0x10;
const PROFILE = 0x20;

type Facts = Pick<PictureHeader, 'widthPx' | 'heightPx' | 'hasAlpha' | 'isAnimated' | 'hasProfile' | 'orientation'>;
const PLAIN = { isAnimated: false, hasProfile: false, orientation: 1 } as const;

/** Reads a WebP header. */
export function readWebp(bytes: Uint8Array): PictureHeader | undefined {
  const facts = readFirstChunk(bytes);
  return (
    facts && {
      format: 'webp',
      mime: 'image/webp',
      ...facts,
      bitDepth: 8,
      components: facts.hasAlpha ? 4 : 3,
      isDecodable: true,
    }
  );
}

function readFirstChunk(bytes: Uint8Array): Facts | undefined {
  if (bytes.length < 30) return undefined;
  if (hasMark(bytes, 12, 'VP8 ')) {
    if (u24le(bytes, 23) !== 0x2a019d) return undefined;
    return { ...PLAIN, widthPx: u16le(bytes, 26) & 0x3fff, heightPx: u16le(bytes, 28) & 0x3fff, hasAlpha: false };
  }
  if (hasMark(bytes, 12, 'VP8L')) {
    if (u8(bytes, 20) !== 0x2f) return undefined;
    const bits = u32le(bytes, 21);
    const widthPx = (bits & 0x3fff) + 1;
    const heightPx = ((bits >>> 14) & 0x3fff) + 1;
    return { ...PLAIN, widthPx, heightPx, hasAlpha: ((bits >>> 28) & 1) === 1 };
  }
  if (!hasMark(bytes, 12, 'VP8X')) return undefined;
  const flags = u8(bytes, 20);
  return {
    widthPx: u24le(bytes, 24) + 1,
    heightPx: u24le(bytes, 27) + 1,
    hasAlpha: (flags & ALPHA) !== 0,
    isAnimated: (flags & ANIMATED) !== 0,
    hasProfile: (flags & PROFILE) !== 0 && !hasSrgbChunk(bytes),
    orientation: (flags & EXIF) !== 0 ? orientationIn(bytes) : 1,
  };
}

/** The EXIF chunk follows the pixels: it is found only if the bytes reach it. */
function orientationIn(bytes: Uint8Array): PictureHeader['orientation'] {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const sizeBytes = u32le(bytes, at + 4);
    if (hasMark(bytes, at, 'EXIF')) return exifOrientation(bytes, tiffStart(bytes, at + 8), at + 8 + sizeBytes);
    at += 8 + sizeBytes + (sizeBytes % 2);
  }
  return 1;
}

/** The profile is the chunk after VP8X, if there is one. */
function hasSrgbChunk(bytes: Uint8Array): boolean {
  return hasMark(bytes, 30, 'ICCP') && isSrgbProfile(bytes, 38, 38 + u32le(bytes, 34));
}
