// Looks at the first bytes of a picture file before anything decodes it. A file is judged by its bytes, never by its name.

import { isAvif, readAvif } from './headers/avif.ts';
import { readBmp } from './headers/bmp.ts';
import { hasMark, u8, u16be } from './headers/bytes.ts';
import { readGif } from './headers/gif.ts';
import { readJpeg } from './headers/jpeg.ts';
import { readPng } from './headers/png.ts';
import type { PictureFormat, PictureHeader } from './headers/types.ts';
import { readWebp } from './headers/webp.ts';
import { IMPORT_LIMITS } from './limits.ts';
import type { Size } from './size.ts';

/**
 * Bytes that usually hold all a header says. The whole file is better where it is at hand: a JPEG may carry a large
 * profile before its sides, a WebP tells its turning behind its pixels.
 */
export const HEADER_BYTES = 64 * 1024;

/** Why a file is not taken in. `unsupported`: no picture of a kind the app opens; `unreadable`: of that kind, but broken. */
export type ImportProblem = 'empty' | 'tooManyBytes' | 'unsupported' | 'unreadable' | 'sideTooLong' | 'tooManyPixels';

const READERS: Readonly<Record<PictureFormat, (bytes: Uint8Array) => PictureHeader | undefined>> = {
  png: readPng,
  jpeg: readJpeg,
  webp: readWebp,
  gif: readGif,
  bmp: readBmp,
  avif: readAvif,
};

/** What kind of picture the bytes begin as, or undefined. */
export function sniffPicture(bytes: Uint8Array): PictureFormat | undefined {
  if (hasMark(bytes, 1, 'PNG\r\n\x1a\n') && u8(bytes, 0) === 0x89) return 'png';
  if (u16be(bytes, 0) === 0xffd8 && u8(bytes, 2) === 0xff) return 'jpeg';
  if (hasMark(bytes, 0, 'RIFF') && hasMark(bytes, 8, 'WEBP')) return 'webp';
  if (hasMark(bytes, 0, 'GIF87a') || hasMark(bytes, 0, 'GIF89a')) return 'gif';
  if (isAvif(bytes)) return 'avif';
  // Two letters make no format: the reserved zeros and a plausible header have to follow.
  if (hasMark(bytes, 0, 'BM') && hasMark(bytes, 6, '\0\0\0\0') && readBmp(bytes)) return 'bmp';
  return undefined;
}

/**
 * Reads what a picture file says about itself.
 * @param bytes the file, or its beginning.
 * @returns undefined when it is no picture of a known kind, or its header is cut or broken. Never throws.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const format = sniffPicture(bytes);
  const header = format && READERS[format](bytes);
  return header && header.widthPx > 0 && header.heightPx > 0 ? header : undefined;
}

/** Sides as the picture is shown: turned upright. */
export function uprightSize(header: Pick<PictureHeader, 'widthPx' | 'heightPx' | 'orientation'>): Size {
  const { widthPx, heightPx, orientation } = header;
  return orientation >= 5 ? { width: heightPx, height: widthPx } : { width: widthPx, height: heightPx };
}

/**
 * Why a file may not be taken in, or undefined.
 * @param bytes the bytes `header` was read from; they tell a broken picture from something else altogether.
 * @param maxBytes largest file taken; the default is that of files from outside.
 */
export function importProblem(
  header: PictureHeader | undefined,
  sizeBytes: number,
  bytes: Uint8Array,
  maxBytes: number = IMPORT_LIMITS.maxBytes,
): ImportProblem | undefined {
  if (sizeBytes === 0) return 'empty';
  if (sizeBytes > maxBytes) return 'tooManyBytes';
  if (!header) return sniffPicture(bytes) ? 'unreadable' : 'unsupported';
  if (!header.isDecodable) return 'unsupported';
  if (Math.max(header.widthPx, header.heightPx) > IMPORT_LIMITS.maxSidePx) return 'sideTooLong';
  if (header.widthPx * header.heightPx > IMPORT_LIMITS.maxPixels) return 'tooManyPixels';
  return undefined;
}
