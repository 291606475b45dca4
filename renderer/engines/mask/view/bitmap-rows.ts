// Reads the pixels of a decoded picture part by part, so that a large picture is never in memory twice.

import type { PictureRows } from '../painting/wand.ts';
import type { Rect } from '../raster/tiles.ts';

/** The rows of a bitmap; usable until the bitmap is closed. */
export function bitmapRows(bitmap: ImageBitmap): PictureRows {
  const canvas = new OffscreenCanvas(bitmap.width, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No 2D canvas.');
  return {
    widthPx: bitmap.width,
    heightPx: bitmap.height,
    read: (top, count) => {
      if (canvas.height < count) canvas.height = count;
      context.clearRect(0, 0, canvas.width, count);
      context.drawImage(bitmap, 0, top, bitmap.width, count, 0, 0, bitmap.width, count);
      return context.getImageData(0, 0, bitmap.width, count).data;
    },
  };
}

/** The RGBA of a part of a bitmap, row by row; usable until the bitmap is closed. */
export function bitmapParts(bitmap: ImageBitmap): (part: Rect) => Uint8ClampedArray {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No 2D canvas.');
  return ({ left, top, right, bottom }) => {
    const [width, height] = [right - left, bottom - top];
    // Setting a side also clears the canvas.
    context.canvas.width = width;
    context.canvas.height = height;
    context.drawImage(bitmap, left, top, width, height, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
}
