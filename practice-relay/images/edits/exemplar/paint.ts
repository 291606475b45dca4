// Paints a region of a picture at full size, from what was found at a reduced one.

import { type Box, isInRegion, type Picture, type Region } from '../../picture.ts';
import type { Grid } from './grid.ts';
import { clampToPatches, type Matches } from './matches.ts';
import { fillSmoothly } from './smooth.ts';
import type { Tones } from './tones.ts';

/** Where each block of a box is copied from. */
export type Offsets = {
  box: Box;
  /** Side of a block, in pixels. */
  side: number;
  columns: number;
  rows: number;
  /** For each block, how far away its source is, in pixels. */
  dx: Int32Array;
  dy: Int32Array;
};

/** Enlarges the matches of a grid to its box. */
export function offsetsOf(grid: Grid, { match }: Matches, box: Box, side: number): Offsets {
  const { width, height } = grid;
  const dx = new Int32Array(width * height);
  const dy = new Int32Array(width * height);
  for (const block of grid.hole.keys()) {
    const centre = clampToPatches(grid, block);
    const found = match[centre] ?? -1;
    if (found < 0) continue; // A known block, far from the hole.
    dx[block] = ((found % width) - (centre % width)) * side;
    dy[block] = (Math.floor(found / width) - Math.floor(centre / width)) * side;
  }
  return { box, side, columns: width, rows: height, dx, dy };
}

/** Copies every pixel of the region from where its block says, in the tone that its block gets. */
export async function paint(
  picture: Picture,
  region: Region,
  offsets: Offsets,
  tones: Tones,
  pause: () => Promise<void>,
): Promise<void> {
  const { box, side, columns, rows, dx, dy } = offsets;
  const { data, width } = picture;
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const pixel = (box.top + y) * width + box.left + x;
      if (!isInRegion(region, pixel)) continue;
      // The blocks around the pixel, each with a weight that falls off linearly, so that seams are a block wide.
      const [u, v] = [(x + 0.5) / side - 0.5, (y + 0.5) / side - 0.5];
      const [column, row] = [Math.floor(u), Math.floor(v)];
      let [red, green, blue, alpha, total] = [0, 0, 0, 0, 0];
      for (let k = 0; k < 4; k++) {
        const c = Math.max(0, Math.min(columns - 1, column + (k & 1)));
        const r = Math.max(0, Math.min(rows - 1, row + (k >> 1)));
        const weight = ((k & 1) === 1 ? u - column : 1 - u + column) * (k >> 1 === 1 ? v - row : 1 - v + row);
        const block = r * columns + c;
        const source = pixel + (dy[block] ?? 0) * width + (dx[block] ?? 0);
        if (isInRegion(region, source)) continue;
        const opacity = weight * (data[source * 4 + 3] ?? 255);
        red += opacity * ((data[source * 4] ?? 0) + (tones[block * 3] ?? 0));
        green += opacity * ((data[source * 4 + 1] ?? 0) + (tones[block * 3 + 1] ?? 0));
        blue += opacity * ((data[source * 4 + 2] ?? 0) + (tones[block * 3 + 2] ?? 0));
        alpha += opacity;
        total += weight;
      }
      if (total === 0) continue;
      data[pixel * 4] = toByte(red / Math.max(alpha, 1e-6));
      data[pixel * 4 + 1] = toByte(green / Math.max(alpha, 1e-6));
      data[pixel * 4 + 2] = toByte(blue / Math.max(alpha, 1e-6));
      data[pixel * 4 + 3] = Math.round(alpha / total);
    }
    await pause();
  }
}

/** Fills the region with a smooth continuation of the known pixels of a grid, of which there must be one. */
export function paintSmoothly(picture: Picture, region: Region, grid: Grid, box: Box, side: number): void {
  const { width, height, channels, hole } = grid;
  const values = Float32Array.from(grid.samples);
  fillSmoothly({ width, height, channels, values, hole });
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const pixel = (box.top + y) * picture.width + box.left + x;
      if (!isInRegion(region, pixel)) continue;
      const u = Math.max(0, Math.min(width - 1, (x + 0.5) / side - 0.5));
      const v = Math.max(0, Math.min(height - 1, (y + 0.5) / side - 0.5));
      const valueAt = (c: number): number => between(values, width, height, channels, u, v, c);
      const alpha = channels === 5 ? valueAt(4) : 255;
      for (let c = 0; c < 3; c++) picture.data[pixel * 4 + c] = toByte((valueAt(c) * 255) / Math.max(alpha, 1));
      picture.data[pixel * 4 + 3] = toByte(alpha);
    }
  }
}

/** A value between the centres of four pixels. */
function between(
  values: Float32Array,
  width: number,
  height: number,
  channels: number,
  x: number,
  y: number,
  c: number,
): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const at = (column: number, row: number): number => values[(row * width + column) * channels + c] ?? 0;
  const above = at(left, top) + (at(right, top) - at(left, top)) * (x - left);
  const below = at(left, bottom) + (at(right, bottom) - at(left, bottom)) * (x - left);
  return above + (below - above) * (y - top);
}

function toByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
