// JPEG headers: ITU-T T.81 markers up to the frame header, EXIF in APP1, colour profile in APP2.

import { hasMark, u8, u16be } from './bytes.ts';
import { exifOrientation } from './exif.ts';
import { isSrgbProfile } from './icc.ts';
import type { PictureHeader } from './types.ts';

const SOS = 0xda;
const EOI = 0xd9;
const APP1 = 0xe1;
const APP2 = 0xe2;

/** Reads a JPEG header; undefined when the bytes end before its frame header. */
export function readJpeg(bytes: Uint8Array): PictureHeader | undefined {
  let orientation: PictureHeader['orientation'] = 1;
  let hasProfile = false;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (u8(bytes, at) !== 0xff) {
      // Decoders skip stray bytes between segments, too.
      at += 1;
      continue;
    }
    const marker = u8(bytes, at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isAlone(marker)) {
      at += 2;
      continue;
    }
    if (marker === SOS || marker === EOI) return undefined;
    if (isFrame(marker)) {
      if (at + 10 > bytes.length) return undefined;
      return headerOf(bytes, at, { orientation, hasProfile });
    }
    const end = at + 2 + Math.max(2, u16be(bytes, at + 2));
    if (marker === APP1 && hasMark(bytes, at + 4, 'Exif\0')) orientation = exifOrientation(bytes, at + 10, end);
    if (marker === APP2 && hasMark(bytes, at + 4, 'ICC_PROFILE\0')) hasProfile ||= !isSrgbProfile(bytes, at + 18, end);
    at = end;
  }
  return undefined;
}

function headerOf(
  bytes: Uint8Array,
  at: number,
  seen: Pick<PictureHeader, 'orientation' | 'hasProfile'>,
): PictureHeader {
  const bitDepth = u8(bytes, at + 4);
  const frame = u8(bytes, at + 1);
  return {
    format: 'jpeg',
    mime: 'image/jpeg',
    widthPx: u16be(bytes, at + 7),
    heightPx: u16be(bytes, at + 5),
    hasAlpha: false,
    ...seen,
    bitDepth,
    isAnimated: false,
    components: u8(bytes, at + 9),
    // Baseline, extended and progressive Huffman; not lossless, hierarchical or arithmetic.
    isDecodable: bitDepth === 8 && frame >= 0xc0 && frame <= 0xc2,
  };
}

/** SOF0 to SOF15, without DHT, JPG and DAC, whose codes are in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Markers without a segment: TEM, RST0 to RST7, SOI, a stuffed zero. */
function isAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
