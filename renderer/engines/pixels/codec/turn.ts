// Turns pixels upright by EXIF's orientation number (EXIF 2.32, tag 0x0112).

import type { Orientation } from '../../../../shared/images/headers/types.ts';
import type { Pixels } from '../pixels.ts';

/** How the stored picture must be transformed: rows and columns swapped first, then mirrored. */
const STEPS: Readonly<Record<Orientation, { isSwapped: boolean; isMirroredX: boolean; isMirroredY: boolean }>> = {
  1: { isSwapped: false, isMirroredX: false, isMirroredY: false },
  2: { isSwapped: false, isMirroredX: true, isMirroredY: false },
  3: { isSwapped: false, isMirroredX: true, isMirroredY: true },
  4: { isSwapped: false, isMirroredX: false, isMirroredY: true },
  5: { isSwapped: true, isMirroredX: false, isMirroredY: false },
  6: { isSwapped: true, isMirroredX: true, isMirroredY: false },
  7: { isSwapped: true, isMirroredX: true, isMirroredY: true },
  8: { isSwapped: true, isMirroredX: false, isMirroredY: true },
};

/** Returns the picture upright. */
export function turnUpright(pixels: Pixels, orientation: Orientation): Pixels {
  const { isSwapped, isMirroredX, isMirroredY } = STEPS[orientation];
  const width = isSwapped ? pixels.height : pixels.width;
  const height = isSwapped ? pixels.width : pixels.height;
  const data = new Uint8ClampedArray(pixels.data.length);
  const from = new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, width * height);
  const to = new Uint32Array(data.buffer);
  for (let y = 0; y < height; y++) {
    const v = isMirroredY ? height - 1 - y : y;
    for (let x = 0; x < width; x++) {
      const u = isMirroredX ? width - 1 - x : x;
      to[y * width + x] = from[isSwapped ? u * pixels.width + v : v * pixels.width + u] ?? 0;
    }
  }
  return { data, width, height, isOpaque: pixels.isOpaque };
}
