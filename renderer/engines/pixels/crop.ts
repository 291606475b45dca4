// Cuts parts out of pictures and masks, and puts them back.

import type { PicturePart } from '../../../shared/images/detail.ts';
import { type Coverage, hasOnlyOpaque, type Pixels } from './pixels.ts';

/** A copy of a part of a picture, which lies inside it. */
export function cropPixels({ data, width, isOpaque }: Pixels, part: PicturePart): Pixels {
  const cut = new Uint8ClampedArray(cropRows(data, 4, width, part));
  return { data: cut, width: part.width, height: part.height, isOpaque: isOpaque || hasOnlyOpaque(cut) };
}

/** A copy of a part of a mask, which lies inside it. */
export function cropCoverage({ data, width }: Coverage, part: PicturePart): Coverage {
  return { data: new Uint8Array(cropRows(data, 1, width, part)), width: part.width, height: part.height };
}

/** Copies a part of rows of pixels that have `size` bytes each. */
function cropRows(data: Uint8Array | Uint8ClampedArray, size: number, rowPx: number, part: PicturePart): ArrayBuffer {
  const cut = new Uint8Array(size * part.width * part.height);
  for (let y = 0; y < part.height; y++) {
    const start = size * ((part.y + y) * rowPx + part.x);
    cut.set(data.subarray(start, start + size * part.width), size * y * part.width);
  }
  return cut.buffer;
}
