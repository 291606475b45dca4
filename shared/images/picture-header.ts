// Checks the first bytes of a picture file before anything decodes it. Formats are detected by bytes, never by the
// file's name.

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
 * Bytes that usually contain the whole header. The whole file is better if it is already in memory: a JPEG may contain
 * a large profile before its sides, a WebP its orientation after its pixels.
 */
export const HEADER_BYTES = 64 * 1024;

/**
 * Why a file cannot be imported. `unsupported`: not a picture format that the app opens; `unreadable`: such a format,
 * but broken.
 */
export type ImportProblem = 'empty' | 'tooManyBytes' | 'unsupported' | 'unreadable' | 'sideTooLong' | 'tooManyPixels';

const READERS: Readonly<Record<PictureFormat, (bytes: Uint8Array) => PictureHeader | undefined>> = {
  png: readPng,
  jpeg: readJpeg,
  webp: readWebp,
  gif: readGif,
  bmp: readBmp,
  avif: readAvif,
};

/** Detects the picture format from the first bytes, or returns undefined. */
export function sniffPicture(bytes: Uint8Array): PictureFormat | undefined {
  if (hasMark(bytes, 1, 'PNG\r\n\x1a\n') && u8(bytes, 0) === 0x89) return 'png';
  if (u16be(bytes, 0) === 0xffd8 && u8(bytes, 2) === 0xff) return 'jpeg';
  if (hasMark(bytes, 0, 'RIFF') && hasMark(bytes, 8, 'WEBP')) return 'webp';
  if (hasMark(bytes, 0, 'GIF87a') || hasMark(bytes, 0, 'GIF89a')) return 'gif';
  if (isAvif(bytes)) return 'avif';
  // Two letters are not enough to detect a format: the reserved zeros and a plausible header must follow.
  if (hasMark(bytes, 0, 'BM') && hasMark(bytes, 6, '\0\0\0\0') && readBmp(bytes)) return 'bmp';
  return undefined;
}

/**
 * Reads the header of a picture file.
 * @param bytes the file, or its beginning.
 * @returns undefined when it is not a picture of a known format, or its header is truncated or broken. Never throws.
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const format = sniffPicture(bytes);
  const header = format && READERS[format](bytes);
  return header && header.widthPx > 0 && header.heightPx > 0 ? header : undefined;
}

/** Returns the sides as the picture is displayed, upright. */
export function uprightSize(header: Pick<PictureHeader, 'widthPx' | 'heightPx' | 'orientation'>): Size {
  const { widthPx, heightPx, orientation } = header;
  return orientation >= 5 ? { width: heightPx, height: widthPx } : { width: widthPx, height: heightPx };
}

/**
 * Returns why a file cannot be imported, or undefined.
 * @param bytes the bytes that `header` was read from; used to distinguish a broken picture from another kind of file.
 * @param maxBytes size limit; the default is the one for files from outside.
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
