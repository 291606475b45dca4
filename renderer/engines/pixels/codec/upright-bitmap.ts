// Decodes pictures upright for display. Chromium turns JPEG, PNG and AVIF by itself, but not WebP.

import type { Orientation } from '../../../../shared/images/headers/types.ts';
import { readPictureHeader, uprightSize } from '../../../../shared/images/picture-header.ts';
import { decodeGuarded } from './guarded-decode.ts';

type Matrix = readonly [a: number, b: number, c: number, d: number];

/** How stored pixels are turned, by EXIF's orientation; the result is then moved back into view. */
const MATRICES: Readonly<Record<Orientation, Matrix>> = {
  1: [1, 0, 0, 1],
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
};

/** Decodes a picture file. Rejects if it is damaged or does not fit in memory. */
export async function decodeUpright(file: Blob): Promise<ImageBitmap> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const bitmap = await decodeGuarded(file, bytes);
  const orientation = file.type === 'image/webp' ? (readPictureHeader(bytes)?.orientation ?? 1) : 1;
  return orientation === 1 ? bitmap : turned(bitmap, orientation);
}

/** Returns the picture turned, and closes it. @throws RangeError if no canvas of that size can be made */
function turned(bitmap: ImageBitmap, orientation: Orientation): ImageBitmap {
  const { width, height } = uprightSize({ widthPx: bitmap.width, heightPx: bitmap.height, orientation });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new RangeError('No canvas of that size.');
  const [a, b, c, d] = MATRICES[orientation];
  context.setTransform(a, b, c, d, a + c < 0 ? width : 0, b + d < 0 ? height : 0);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.transferToImageBitmap();
}
