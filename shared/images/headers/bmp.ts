// BMP headers: the bitmap information headers of 12, 40 and more bytes.

import { i32le, u16le, u32le } from './bytes.ts';
import type { PictureHeader } from './types.ts';

/** Reads a BMP header. */
export function readBmp(bytes: Uint8Array): PictureHeader | undefined {
  const headerBytes = u32le(bytes, 14);
  const isOld = headerBytes === 12;
  if ((!isOld && (headerBytes < 40 || headerBytes > 1024)) || bytes.length < (isOld ? 26 : 54)) return undefined;
  const bitsPerPixel = u16le(bytes, isOld ? 24 : 28);
  return {
    format: 'bmp',
    mime: 'image/bmp',
    widthPx: isOld ? u16le(bytes, 18) : Math.abs(i32le(bytes, 18)),
    // A negative height means that the rows run downwards.
    heightPx: isOld ? u16le(bytes, 20) : Math.abs(i32le(bytes, 22)),
    hasAlpha: bitsPerPixel === 32 || bitsPerPixel === 16 ? undefined : false,
    orientation: 1,
    bitDepth: Math.min(8, bitsPerPixel),
    isAnimated: false,
    hasProfile: headerBytes >= 108 && u32le(bytes, 70) !== 0x73524742 && u32le(bytes, 70) !== 0x57696e20,
    components: bitsPerPixel === 32 ? 4 : 3,
    isDecodable: [1, 2, 4, 8, 16, 24, 32].includes(bitsPerPixel),
  };
}
