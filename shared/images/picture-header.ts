// Checks the first bytes of a picture file before anything decodes it. Formats are detected by bytes, never by the
// file's name.

import { FORMAT_NAMES } from './format-names.ts';
import { isAvif, readAvif } from './headers/avif.ts';
import { readBmp } from './headers/bmp.ts';
import { hasMark, u8, u16be } from './headers/bytes.ts';
import { findExcess, type PictureExcess } from './headers/excess.ts';
import { readForeignSize, sniffForeign } from './headers/foreign.ts';
import { readGif } from './headers/gif.ts';
import { readJpeg } from './headers/jpeg.ts';
import { readPng } from './headers/png.ts';
import type { ForeignFormat, PictureFormat, PictureHeader } from './headers/types.ts';
import { readWebp } from './headers/webp.ts';
import { exceededLimit, IMPORT_LIMITS } from './limits.ts';
import type { Size } from './size.ts';

/**
 * Bytes that usually contain the whole header. The whole file is better if it is already in memory: a JPEG may contain
 * a large profile before its sides, a WebP its orientation after its pixels.
 */
export const HEADER_BYTES = 64 * 1024;

/**
 * Why a file cannot be imported. `unsupported`: not a picture format that the app opens; `unreadable`: such a format,
 * but broken; `tooComplex`: see `PictureExcess`.
 */
export type ImportProblem = 'empty' | 'tooManyBytes' | 'unsupported' | 'unreadable' | PictureExcess;

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

/** A picture file of any format that is recognised: its format, and its upright size if the bytes contain that. */
export type RecognisedPicture = { format: PictureFormat | ForeignFormat; size: Size | undefined };

/** Recognises a picture file, whether or not the app can show it. @param bytes the file, or its beginning. */
export function recognisePicture(bytes: Uint8Array): RecognisedPicture | undefined {
  const format = sniffPicture(bytes);
  if (format !== undefined) {
    const header = readPictureHeader(bytes);
    return { format, size: header && uprightSize(header) };
  }
  const foreign = sniffForeign(bytes);
  return foreign && { format: foreign, size: readForeignSize(foreign, bytes) };
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
  return header.isDecodable ? exceededLimit(header) : 'unsupported';
}

/**
 * Returns why a picture file must be given to no decoder, or undefined: beyond the limits of the app by its header, or
 * by what is in the rest of the file. @param bytes the whole file; one of no known format is safe, as nothing decodes it.
 */
export function decodingDanger(bytes: Uint8Array): PictureExcess | undefined {
  const format = sniffPicture(bytes);
  if (format === undefined) return undefined;
  const header = readPictureHeader(bytes);
  return (header && exceededLimit(header)) ?? findExcess(format, bytes);
}

/**
 * What a person is told of such a file: its own size where that is the problem, and the name of a format that the app
 * recognises and does not open.
 */
export function problemFacts(
  problem: ImportProblem,
  sizeBytes: number,
  bytes: Uint8Array,
): { sizeBytes?: number; widthPx?: number; heightPx?: number; kind?: string } {
  if (problem === 'tooManyBytes') return { sizeBytes };
  if (problem === 'unsupported') {
    const kind = sniffForeign(bytes);
    return kind === undefined ? {} : { kind: FORMAT_NAMES[kind] };
  }
  const size = problem === 'sideTooLong' || problem === 'tooManyPixels' ? recognisePicture(bytes)?.size : undefined;
  return size === undefined ? {} : { widthPx: size.width, heightPx: size.height };
}
