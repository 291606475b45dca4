// How good a filled hole is, beside what was there.

import type { Raster } from '../trust/pictures.ts';

/** What is filled: 1 for each of its pixels, and the smallest box around them. */
export type Hole = {
  inside: Uint8Array;
  areaPx: number;
  box: { left: number; top: number; width: number; height: number };
};

/** How wide the ring is whose texture the hole's is compared with, in pixels. */
const RING_PX = 80;
/** Side of the windows of SSIM, and the step between them, in pixels. */
const WINDOW_PX = 8;
const STEP_PX = 4;

/** A hole about a tenth of the picture in size: an ellipse with a bump, left and below the middle. */
export function makeHole({ width, height }: Raster): Hole {
  const inside = new Uint8Array(width * height);
  let [areaPx, left, top, right, bottom] = [0, width, height, 0, 0];
  const isIn = (x: number, y: number): boolean =>
    (x / width - 0.48) ** 2 / 0.17 ** 2 + (y / height - 0.54) ** 2 / 0.17 ** 2 < 1 ||
    (x / width - 0.63) ** 2 / 0.07 ** 2 + (y / height - 0.45) ** 2 / 0.1 ** 2 < 1;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!isIn(x, y)) continue;
      inside[i] = 1;
      areaPx++;
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + 1),
        Math.max(bottom, y + 1),
      ];
    }
  }
  return { inside, areaPx, box: { left, top, width: right - left, height: bottom - top } };
}

/** The ratio of the largest possible to the actual error inside the hole, in decibels; at most 99. */
export function psnrOf(truth: Raster, found: Raster, { inside, areaPx }: Hole): number {
  let sum = 0;
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    for (let c = 3 * i; c < 3 * i + 3; c++) sum += ((truth.data[c] ?? 0) - (found.data[c] ?? 0)) ** 2;
  }
  return Math.min(99, 10 * Math.log10((255 ** 2 * 3 * areaPx) / Math.max(sum, 1e-9)));
}

/** The structural similarity of luminance, the mean of all windows inside the hole; 1 is the same. */
export function ssimOf(truth: Raster, found: Raster, { inside, box }: Hole): number {
  const { width } = truth;
  const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const count = WINDOW_PX ** 2;
  let [total, windows] = [0, 0];
  for (let top = box.top; top + WINDOW_PX <= box.top + box.height; top += STEP_PX) {
    for (let left = box.left; left + WINDOW_PX <= box.left + box.width; left += STEP_PX) {
      if (inside[(top + WINDOW_PX / 2) * width + left + WINDOW_PX / 2] === 0) continue;
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + WINDOW_PX; y++) {
        for (let x = left; x < left + WINDOW_PX; x++) {
          const [p, q] = [lumaAt(truth, y * width + x), lumaAt(found, y * width + x)];
          [a, b, aa, bb, ab] = [a + p, b + q, aa + p * p, bb + q * q, ab + p * q];
        }
      }
      [a, b] = [a / count, b / count];
      const [varA, varB, both] = [aa / count - a * a, bb / count - b * b, ab / count - a * b];
      total += ((2 * a * b + C1) * (2 * both + C2)) / ((a * a + b * b + C1) * (varA + varB + C2));
      windows++;
    }
  }
  return total / Math.max(1, windows);
}

/** The texture of the hole against that of the ring around it: the mean difference of neighbours in luminance. */
export function energyRatio(found: Raster, { inside, box }: Hole): number {
  const { width, height } = found;
  const [sums, counts] = [
    [0, 0],
    [0, 0],
  ];
  for (let y = Math.max(1, box.top - RING_PX); y < Math.min(height, box.top + box.height + RING_PX); y++) {
    for (let x = Math.max(1, box.left - RING_PX); x < Math.min(width, box.left + box.width + RING_PX); x++) {
      const i = y * width + x;
      const here = lumaAt(found, i);
      const [left, up] = [lumaAt(found, i - 1), lumaAt(found, i - width)];
      const side = inside[i] ?? 0;
      // Differences across the edge of the hole are of neither.
      if (inside[i - 1] !== side || inside[i - width] !== side) continue;
      sums[side] = (sums[side] ?? 0) + Math.abs(here - left) + Math.abs(here - up);
      counts[side] = (counts[side] ?? 0) + 1;
    }
  }
  const [ring = 0, hole = 0] = sums.map((sum, side) => sum / Math.max(1, counts[side] ?? 0));
  return hole / Math.max(ring, 1e-6);
}

function lumaAt({ data }: Raster, i: number): number {
  return 0.2126 * (data[3 * i] ?? 0) + 0.7152 * (data[3 * i + 1] ?? 0) + 0.0722 * (data[3 * i + 2] ?? 0);
}
