// Encodes pictures. Opaque ones by Chromium's own encoder, five times faster than ours; others by ours, which keeps
// the colours that a canvas would multiply alpha into.

import { type Checkpoint, NO_CHECKPOINT } from './checkpoint.ts';
import type { Pixels } from './pixels.ts';
import { encodePng, pixelRows } from './png.ts';

/** Rows put on a canvas at once. */
const STRIP_ROWS = 64;

/** Encodes a picture as a PNG file without loss. */
export async function encodePicture(pixels: Pixels, checkpoint = NO_CHECKPOINT): Promise<Uint8Array<ArrayBuffer>> {
  if (!pixels.isOpaque) return encodePng(pixelRows(pixels), checkpoint);
  const { data, width, height } = pixels;
  const canvas = await paintOpaque(width, height, checkpoint, (top, rows) => {
    return data.subarray(4 * top * width, 4 * (top + rows) * width);
  });
  return fileOf(canvas, { type: 'image/png' });
}

/**
 * Puts an opaque picture on a canvas, which changes none of its pixels.
 * @param strip gives `rows` rows from `top` on, RGBA with every alpha 255; asked from the top down.
 * @throws RangeError when there is no canvas of that size.
 */
export async function paintOpaque(
  width: number,
  height: number,
  checkpoint: Checkpoint,
  strip: (top: number, rows: number) => Uint8ClampedArray<ArrayBuffer>,
): Promise<OffscreenCanvas> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true, colorSpace: 'srgb' });
  if (context === null) throw new RangeError('No canvas of that size.');
  for (let top = 0; top < height; top += STRIP_ROWS) {
    const rows = Math.min(STRIP_ROWS, height - top);
    context.putImageData(new ImageData(strip(top, rows), width, rows), 0, top);
    await checkpoint();
  }
  return canvas;
}

/** The file a canvas encodes to. @throws RangeError when memory is short */
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
