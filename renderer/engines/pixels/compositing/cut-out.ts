// Cuts out the masked part of a picture. Where the mask is soft, pixels show a mixture of what is cut out and what is
// left behind: of these only the colour of what is cut out is kept, so that it has no fringe on another background.
//
// The colour is estimated as in M. Forte, “Approximate Fast Foreground Colour Estimation” (ICIP 2021): from blurred
// colours of either side, and what the pixel itself differs from their mixture.

import type { Coverage, Pixels, Rows } from '../pixels.ts';

/** Rows that are made at once, and columns of which sums are kept at once. */
const TILE = 128;
/** How far around a pixel the colours of either side are looked for. */
const REACH_PX = 12;
/** Pixels count by this power of their share, so that those that are nearly pure decide. */
const PURITY = 4;

/**
 * The rows of the picture with the coverage as its opacity. Pixels that are covered completely stay as they are.
 * @param coverage as large as the picture
 */
export function cutOutRows(picture: Pixels, coverage: Coverage): Rows {
  const { width, height, data } = picture;
  const strip = new Uint8ClampedArray(4 * width * Math.min(TILE, height));
  let stripTop = Number.NEGATIVE_INFINITY;
  const makeStrip = (top: number): void => {
    stripTop = top;
    const bottom = Math.min(height, top + TILE);
    strip.set(data.subarray(4 * top * width, 4 * bottom * width));
    for (let left = 0; left < width; left += TILE) {
      const tile = { left, top, right: Math.min(width, left + TILE), bottom };
      if (isMixed(coverage, tile)) unmix(picture, coverage, tile, strip);
    }
    for (let at = 0, from = top * width; at < (bottom - top) * width; at++) {
      const covered = coverage.data[from + at] ?? 0;
      if (covered === 255) continue;
      const alpha = Math.round(((strip[4 * at + 3] ?? 0) * covered) / 255);
      // What is not seen at all has no colour, so that files stay small.
      if (alpha === 0) strip.fill(0, 4 * at, 4 * at + 4);
      else strip[4 * at + 3] = alpha;
    }
  };
  return {
    width,
    height,
    isOpaque: false,
    readRow: (y, row) => {
      if (y < stripTop || y >= stripTop + TILE) makeStrip(TILE * Math.floor(y / TILE));
      row.set(strip.subarray(4 * (y - stripTop) * width, 4 * (y - stripTop + 1) * width));
    },
  };
}

type Tile = { left: number; top: number; right: number; bottom: number };

function isMixed({ data, width }: Coverage, { left, top, right, bottom }: Tile): boolean {
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++) if (data[at] !== 0 && data[at] !== 255) return true;
  return false;
}

/** What is summed of each side: its weight, and its colours by that weight. */
const SUMS = 4;

/** Writes the colours of what is cut out into the strip, for the mixed pixels of a tile. */
function unmix(picture: Pixels, coverage: Coverage, tile: Tile, strip: Uint8ClampedArray): void {
  const around = grown(tile, picture);
  const [covered, left] = [sumsOf(picture, coverage, around, true), sumsOf(picture, coverage, around, false)];
  const columns = around.right - around.left + 1;
  const meanOf = (sums: Float64Array, x: number, y: number): [number, number, number] | null => {
    const [x0, x1] = [Math.max(around.left, x - REACH_PX), Math.min(around.right, x + REACH_PX + 1)];
    const [y0, y1] = [Math.max(around.top, y - REACH_PX), Math.min(around.bottom, y + REACH_PX + 1)];
    const corner = (cx: number, cy: number): number => SUMS * ((cy - around.top) * columns + cx - around.left);
    const [a, b, c, d] = [corner(x0, y0), corner(x1, y0), corner(x0, y1), corner(x1, y1)];
    const sum = (n: number): number =>
      (sums[d + n] ?? 0) - (sums[b + n] ?? 0) - (sums[c + n] ?? 0) + (sums[a + n] ?? 0);
    const weight = sum(0);
    return weight < 1e-6 ? null : [sum(1) / weight, sum(2) / weight, sum(3) / weight];
  };
  for (let y = tile.top; y < tile.bottom; y++)
    for (let x = tile.left; x < tile.right; x++) {
      const share = (coverage.data[y * picture.width + x] ?? 0) / 255;
      if (share === 0 || share === 1) continue;
      const kept = meanOf(covered, x, y);
      if (kept === null) continue;
      const behind = meanOf(left, x, y) ?? kept;
      const from = 4 * (y * picture.width + x);
      const to = 4 * ((y - tile.top) * picture.width + x);
      for (let channel = 0; channel < 3; channel++) {
        const [own, other] = [kept[channel] ?? 0, behind[channel] ?? 0];
        const rest = (picture.data[from + channel] ?? 0) - share * own - (1 - share) * other;
        strip[to + channel] = own + share * rest;
      }
    }
}

function grown({ left, top, right, bottom }: Tile, { width, height }: Pixels): Tile {
  return {
    left: Math.max(0, left - REACH_PX),
    top: Math.max(0, top - REACH_PX),
    right: Math.min(width, right + REACH_PX),
    bottom: Math.min(height, bottom + REACH_PX),
  };
}

/** Sums of weights and weighted colours over all rectangles from the top left corner, of one side of the mask. */
function sumsOf({ data, width }: Pixels, coverage: Coverage, around: Tile, isCovered: boolean): Float64Array {
  const columns = around.right - around.left + 1;
  const sums = new Float64Array(SUMS * columns * (around.bottom - around.top + 1));
  for (let y = around.top; y < around.bottom; y++) {
    let [weights, red, green, blue] = [0, 0, 0, 0];
    for (let x = around.left; x < around.right; x++) {
      const at = y * width + x;
      const covered = (coverage.data[at] ?? 0) / 255;
      const weight = (isCovered ? covered : 1 - covered) ** PURITY * ((data[4 * at + 3] ?? 0) / 255);
      weights += weight;
      red += weight * (data[4 * at] ?? 0);
      green += weight * (data[4 * at + 1] ?? 0);
      blue += weight * (data[4 * at + 2] ?? 0);
      const above = SUMS * ((y - around.top) * columns + x - around.left + 1);
      const own = above + SUMS * columns;
      sums[own] = (sums[above] ?? 0) + weights;
      sums[own + 1] = (sums[above + 1] ?? 0) + red;
      sums[own + 2] = (sums[above + 2] ?? 0) + green;
      sums[own + 3] = (sums[above + 3] ?? 0) + blue;
    }
  }
  return sums;
}
