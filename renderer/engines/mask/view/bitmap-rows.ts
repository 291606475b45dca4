// Reads the pixels of a decoded picture band by band, so that a large picture is never in memory twice.

import type { PictureRows } from '../painting/wand.ts';

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
