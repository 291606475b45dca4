// Encodes pictures. Opaque ones with Chromium's encoder, which is five times faster than ours; others with ours, which
// keeps the colours that a canvas would multiply by alpha.

import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { type Pixels, type Rows, rowsOf } from '../pixels.ts';
import { encodePng } from './png.ts';

/** Rows put on a canvas at once. */
const STRIP_ROWS = 64;

/** Encodes a picture as a PNG file without loss. */
export function encodePicture(pixels: Pixels, checkpoint = NO_CHECKPOINT): Promise<Uint8Array<ArrayBuffer>> {
  return encodeRows(rowsOf(pixels), checkpoint);
}

/** Encodes rows as a PNG file without loss. */
export async function encodeRows(rows: Rows, checkpoint = NO_CHECKPOINT): Promise<Uint8Array<ArrayBuffer>> {
  if (!rows.isOpaque) return encodePng(rows, checkpoint);
  return fileOf(await paintOpaque(rows, checkpoint), { type: 'image/png' });
}

/**
 * Puts an opaque picture on a canvas, which changes none of its pixels. @throws RangeError if a canvas of that size
 * cannot be created
 */
export async function paintOpaque({ width, height, readRow }: Rows, checkpoint: Checkpoint): Promise<OffscreenCanvas> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true, colorSpace: 'srgb' });
  if (context === null) throw new RangeError('No canvas of that size.');
  const strip = new ImageData(width, Math.min(STRIP_ROWS, height));
  for (let top = 0; top < height; top += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS, height - top);
    for (let y = 0; y < rows; y++) readRow(top + y, strip.data.subarray(4 * y * width, 4 * (y + 1) * width));
    context.putImageData(strip, 0, top, 0, 0, width, rows);
    await checkpoint();
  }
  return canvas;
}

/** Encodes a canvas to a file. @throws RangeError if there is not enough memory */
export async function fileOf(
  canvas: OffscreenCanvas,
  options: { type: 'image/png' | 'image/jpeg' | 'image/webp'; quality?: number },
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await (await canvas.convertToBlob(options)).arrayBuffer());
  } catch (problem) {
    throw new RangeError('The picture cannot be encoded.', { cause: problem });
  }
}
