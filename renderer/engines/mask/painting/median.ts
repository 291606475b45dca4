// The median of each pixel's surroundings: rounds corners and removes specks, while straight edges and even areas stay
// unchanged.

import type { Coverage } from '../../pixels/pixels.ts';

/**
 * Sets each pixel to the median of the square that extends `radiusPx` to each side. Pixels at the picture's edges are
 * repeated outwards.
 */
export function median({ data, width, height }: Coverage, radiusPx: number): Coverage {
  const out = new Uint8Array(data.length);
  const side = 2 * radiusPx + 1;
  const half = (side ** 2 - 1) / 2;
  const sameDownTo = new Int32Array(width).fill(-1);
  const counts = new Uint32Array(256);
  const columnAt = (x: number): number => Math.min(width - 1, Math.max(0, x));
  for (let y = 0; y < height; y++) {
    const rows = Array.from({ length: side }, (_none, i) => {
      return Math.min(height - 1, Math.max(0, y + i - radiusPx)) * width;
    });
    const [top, bottom] = [Math.max(0, y - radiusPx), Math.min(height - 1, y + radiusPx)];
    followRuns({ data, width, height }, top, bottom, sameDownTo);
    let value = 0;
    /** How many values of the square are below `value`. */
    let below = 0;
    const change = (column: number, by: 1 | -1): void => {
      // Most columns of a mask have one value only.
      if ((sameDownTo[column] ?? 0) >= bottom) {
        const found = data[top * width + column] ?? 0;
        counts[found] = (counts[found] ?? 0) + side * by;
        if (found < value) below += side * by;
        return;
      }
      for (const row of rows) {
        const found = data[row + column] ?? 0;
        counts[found] = (counts[found] ?? 0) + by;
        if (found < value) below += by;
      }
    };
    counts.fill(0);
    for (let x = -radiusPx; x <= radiusPx; x++) change(columnAt(x), 1);
    for (let x = 0; x < width; x++) {
      while (below > half) {
        value -= 1;
        below -= counts[value] ?? 0;
      }
      while (below + (counts[value] ?? 0) <= half) {
        below += counts[value] ?? 0;
        value += 1;
      }
      out[y * width + x] = value;
      change(columnAt(x - radiusPx), -1);
      change(columnAt(x + radiusPx + 1), 1);
    }
  }
  return { data: out, width, height };
}

/**
 * Updates `sameDownTo`: for each column the last row, at most `bottom`, down to which its values equal that in row
 * `top`. Call it with ascending rows, because it continues from the previous row.
 */
function followRuns({ data, width }: Coverage, top: number, bottom: number, sameDownTo: Int32Array): void {
  for (let x = 0; x < width; x++) {
    const value = data[top * width + x];
    let row = Math.max(top, sameDownTo[x] ?? 0);
    while (row < bottom && data[(row + 1) * width + x] === value) row += 1;
    sameDownTo[x] = row;
  }
}
