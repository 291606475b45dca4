// Decodes picture files to pixels, exactly: the colours of transparent pixels are kept, which no 2D canvas allows.
// Chromium decodes and converts to sRGB. Of its interfaces, two are exact: an unmultiplied bitmap read through WebGL,
// and, for opaque pictures, a canvas. ImageDecoder and VideoFrame multiply by alpha, and round JPEG colours
// differently.

import type { PictureHeader } from '../../../../shared/images/headers/types.ts';
import { readPictureHeader } from '../../../../shared/images/picture-header.ts';
import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { hasOnlyOpaque, type Pixels, release } from '../pixels.ts';
import { DangerousPicture, decodeGuarded, refuseDanger, SlowPicture } from './guarded-decode.ts';
import { decodePng, isPlainAlphaPng } from './png-decode.ts';
import { turnUpright } from './turn.ts';
import { hasWebGl, readThroughWebGl } from './webgl-read.ts';

/** Rows read back at once: a few megabytes at any width. */
const STRIP_ROWS = 64;

/** Thrown if Chromium cannot decode the bytes as a picture. */
export class UndecodablePicture extends Error {}

/**
 * Decodes a picture upright, to 8-bit sRGB; of an animated one the first frame. Exactly, if `isDecodedExactly` returns
 * true.
 * @throws UndecodablePicture, DangerousPicture, SlowPicture; RangeError if there is not enough memory.
 */
export async function decodePixels(bytes: Uint8Array<ArrayBuffer>, checkpoint = NO_CHECKPOINT): Promise<Pixels> {
  const header = readPictureHeader(bytes);
  if (header === undefined) throw new UndecodablePicture('The bytes are no picture.');
  if (isReadHere(bytes, header)) {
    refuseDanger(bytes);
    return decodePlainPng(bytes, checkpoint);
  }
  const bitmap = await decodeBitmap(bytes, header, checkpoint);
  try {
    const pixels = await readBitmap(bitmap, header.hasAlpha !== false, checkpoint);
    return isTurnedHere(header) ? turnUpright(pixels, header.orientation) : pixels;
  } finally {
    bitmap.close();
  }
}

/** Receives rows of a picture from the top down; `top` is the index of the first. The data belongs to the caller. */
export type TakeStrip = (strip: Pixels, top: number) => void;

/**
 * Decodes a picture as `decodePixels` does, for callers that need each row only once.
 * @param isOpaque whether it is expected to be opaque, whatever its format: then it is not in memory as a whole besides
 * the decoder's own copy. Rows from the first transparent pixel on are decoded exactly nevertheless.
 * @throws UndecodablePicture; RangeError if there is not enough memory.
 */
export async function decodeStrips(
  bytes: Uint8Array<ArrayBuffer>,
  isOpaque: boolean,
  take: TakeStrip,
  checkpoint = NO_CHECKPOINT,
): Promise<void> {
  const header = readPictureHeader(bytes);
  const isInStrips = isOpaque && header !== undefined && !isTurnedHere(header);
  const taken = isInStrips ? await takeOpaqueStrips(bytes, header, take, checkpoint) : 0;
  if (taken === 'whole') return;
  const pixels = await decodePixels(bytes, checkpoint);
  const { width, height } = pixels;
  for (let top = taken; top < height; top += STRIP_ROWS) {
    const end = Math.min(height, top + STRIP_ROWS);
    take({ ...pixels, data: pixels.data.subarray(4 * top * width, 4 * end * width), height: end - top }, top);
    await checkpoint();
  }
  release(pixels);
}

/** @returns how many rows were taken before one that is not opaque, which a canvas would change */
async function takeOpaqueStrips(
  bytes: Uint8Array<ArrayBuffer>,
  header: PictureHeader,
  take: TakeStrip,
  checkpoint: Checkpoint,
): Promise<number | 'whole'> {
  const bitmap = await decodeBitmap(bytes, header, checkpoint);
  try {
    for (const { strip, top } of stripsOf(bitmap, header.hasAlpha !== false)) {
      if (!strip.isOpaque) return top;
      take(strip, top);
      await checkpoint();
    }
    return 'whole';
  } finally {
    bitmap.close();
  }
}

/**
 * Whether decoding returns exactly the pixels of the file. Without WebGL, pictures with alpha other than plain PNG
 * files lose a little; once converted to a PNG, they lose nothing more.
 */
export function isDecodedExactly(bytes: Uint8Array, header: PictureHeader): boolean {
  return header.hasAlpha === false || isReadHere(bytes, header) || hasWebGl();
}

function isReadHere(bytes: Uint8Array, header: PictureHeader): boolean {
  return isPlainAlphaPng(bytes) && !header.hasProfile && header.orientation === 1 && !header.isAnimated;
}

/** Checks that Chromium can decode a picture, and measures its upright size. @throws UndecodablePicture */
export async function measurePicture(
  bytes: Uint8Array<ArrayBuffer>,
  header: PictureHeader,
): Promise<{ width: number; height: number }> {
  const bitmap = await decodeBitmap(bytes, header);
  const { width, height } = bitmap;
  bitmap.close();
  return isTurnedHere(header) && header.orientation >= 5 ? { width: height, height: width } : { width, height };
}

async function decodePlainPng(bytes: Uint8Array<ArrayBuffer>, checkpoint: Checkpoint): Promise<Pixels> {
  try {
    return await decodePng(bytes, checkpoint);
  } catch (problem) {
    if (problem instanceof RangeError) throw problem;
    throw new UndecodablePicture('The PNG data is broken.', { cause: problem });
  }
}

/** Whether the picture must be turned here: Chromium turns JPEG, PNG and AVIF upright, but not WebP. */
function isTurnedHere(header: PictureHeader): boolean {
  return header.format === 'webp' && header.orientation !== 1;
}

async function decodeBitmap(
  bytes: Uint8Array<ArrayBuffer>,
  header: PictureHeader,
  checkpoint = NO_CHECKPOINT,
): Promise<ImageBitmap> {
  try {
    return await decodeGuarded(toBlob(bytes, header), bytes, exactly(header), checkpoint);
  } catch (problem) {
    if (problem instanceof DangerousPicture || problem instanceof SlowPicture) throw problem;
    throw new UndecodablePicture('Chromium cannot decode the picture.', { cause: problem });
  }
}

/**
 * The pixels of a file upright, in sRGB, and not multiplied by alpha. Of an opaque picture that would be the same, but
 * Chromium makes a copy for it on the thread that asked.
 */
function exactly({ hasAlpha }: PictureHeader): ImageBitmapOptions {
  return {
    imageOrientation: 'from-image',
    premultiplyAlpha: hasAlpha === false ? 'premultiply' : 'none',
    colorSpaceConversion: 'default',
  };
}

function toBlob(bytes: Uint8Array<ArrayBuffer>, header: PictureHeader): Blob {
  const { mime: type } = header;
  if (!isTurnedHere(header)) return new Blob([bytes], { type });
  // Clears the flag that announces EXIF, so that a Chromium that respects it does not turn the picture a second time.
  const start = bytes.slice(0, 21);
  start[20] = (start[20] ?? 0) & ~0x08;
  return new Blob([start, bytes.subarray(21)], { type });
}

async function readBitmap(bitmap: ImageBitmap, mayHaveAlpha: boolean, checkpoint: Checkpoint): Promise<Pixels> {
  if (mayHaveAlpha && hasWebGl()) return readThroughWebGl(bitmap, checkpoint);
  const { width, height } = bitmap;
  const data = new Uint8ClampedArray(4 * width * height);
  let isOpaque = true;
  for (const { strip, top } of stripsOf(bitmap, mayHaveAlpha)) {
    data.set(strip.data, 4 * top * width);
    isOpaque &&= strip.isOpaque;
    await checkpoint();
  }
  return { data, width, height, isOpaque };
}

/** Reads through a canvas, from the top down: exact for opaque strips only. */
function* stripsOf(bitmap: ImageBitmap, mayHaveAlpha: boolean): Generator<{ strip: Pixels; top: number }> {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, Math.min(STRIP_ROWS, height)).getContext('2d', {
    alpha: mayHaveAlpha,
    willReadFrequently: true,
    colorSpace: 'srgb',
  });
  if (context === null) throw new RangeError('No canvas to read the picture with.');
  for (let top = 0; top < height; top += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS, height - top);
    context.clearRect(0, 0, width, rows);
    context.drawImage(bitmap, 0, top, width, rows, 0, 0, width, rows);
    const { data } = context.getImageData(0, 0, width, rows);
    yield { strip: { data, width, height: rows, isOpaque: !mayHaveAlpha || hasOnlyOpaque(data) }, top };
  }
}
