// A picture to be filled, as samples with a hole, at a size that can be computed with.

import { type Box, isInRegion, type Picture, type Region } from '../../picture.ts';

/**
 * Samples 0 to 255, row by row, `channels` for each pixel: red, green, blue, activity (how strong the texture is), and
 * for pictures with transparency alpha, by which the colours are then multiplied.
 */
export type Grid = {
  width: number;
  height: number;
  channels: 4 | 5;
  samples: Uint8Array;
  /** 1 where the pixel is to be filled, otherwise 0. */
  hole: Uint8Array;
};

/**
 * Reads a box of a picture, reduced by `shrink`: each pixel of the grid is the mean of `shrink` × `shrink` pixels of the
 * picture, of those outside the region. @param least with fewer of these it belongs to the hole.
 */
export function readGrid(picture: Picture, region: Region, box: Box, shrink: number, least: number): Grid {
  const width = Math.ceil(box.width / shrink);
  const height = Math.ceil(box.height / shrink);
  const channels = picture.hasAlpha ? 5 : 4;
  const samples = new Uint8Array(width * height * channels);
  const hole = new Uint8Array(width * height);
  const sums = [0, 0, 0, 0];
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  for (let row = 0, block = 0; row < height; row++) {
    for (let column = 0; column < width; column++, block++) {
      sums.fill(0);
      let count = 0;
      const top = box.top + row * shrink;
      const left = box.left + column * shrink;
      for (let y = top; y < Math.min(top + shrink, bottom); y++) {
        for (let x = left; x < Math.min(left + shrink, right); x++) {
          const pixel = y * picture.width + x;
          if (isInRegion(region, pixel)) continue;
          count++;
          const alpha = picture.data[pixel * 4 + 3] ?? 255;
          const weight = alpha / 255;
          for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (picture.data[pixel * 4 + c] ?? 0) * weight;
          sums[3] = (sums[3] ?? 0) + alpha;
        }
      }
      if (count < least) hole[block] = 1;
      if (count === 0) continue;
      const at = block * channels;
      for (let c = 0; c < 3; c++) samples[at + c] = Math.round((sums[c] ?? 0) / count);
      if (channels === 5) samples[at + 4] = Math.round((sums[3] ?? 0) / count);
    }
  }
  const grid: Grid = { width, height, channels, samples, hole };
  measureActivity(grid);
  return grid;
}

/** The channel of the activity. */
const ACTIVITY = 3;
/** How much differences of neighbours count as activity. */
const GAIN = 3;
/** Activity is a mean over so many pixels in each direction. */
const AROUND = 1;

/** Fills the channel of the activity: the mean difference of known neighbours around each known pixel. */
function measureActivity({ width, height, channels, samples, hole }: Grid): void {
  const edges = new Float32Array(width * height);
  for (let y = 1, i = width; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x === 0 || hole[i] === 1 || hole[i - 1] === 1 || hole[i - width] === 1) continue;
      for (let c = 0; c < 3; c++) {
        const here = samples[i * channels + c] ?? 0;
        const toLeft = here - (samples[(i - 1) * channels + c] ?? 0);
        const upwards = here - (samples[(i - width) * channels + c] ?? 0);
        edges[i] = (edges[i] ?? 0) + Math.abs(toLeft) + Math.abs(upwards);
      }
    }
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (hole[i] === 1) continue;
      let [sum, count] = [0, 0];
      for (let v = Math.max(1, y - AROUND); v <= Math.min(height - 1, y + AROUND); v++) {
        for (let u = Math.max(1, x - AROUND); u <= Math.min(width - 1, x + AROUND); u++) {
          const near = v * width + u;
          if (hole[near] === 1 || hole[near - 1] === 1 || hole[near - width] === 1) continue;
          sum += edges[near] ?? 0;
          count++;
        }
      }
      samples[i * channels + ACTIVITY] = Math.min(255, Math.round((GAIN * sum) / (3 * Math.max(1, count))));
    }
  }
}

/** Where the flags are 1, in order. */
export function placesOf(flags: Uint8Array): Int32Array {
  const places = new Int32Array(flags.length);
  let count = 0;
  for (let i = 0; i < flags.length; i++) if (flags[i] === 1) places[count++] = i;
  return places.slice(0, count);
}

/** Halves a grid: the mean of the known pixels of each four. Four pixels of which two are to be filled are, too. */
export function halveGrid(grid: Grid): Grid {
  const { channels } = grid;
  const width = Math.ceil(grid.width / 2);
  const height = Math.ceil(grid.height / 2);
  const samples = new Uint8Array(width * height * channels);
  const hole = new Uint8Array(width * height);
  const sums = [0, 0, 0, 0];
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      sums.fill(0);
      let [known, total] = [0, 0];
      for (let y = row * 2; y < Math.min(row * 2 + 2, grid.height); y++) {
        for (let x = column * 2; x < Math.min(column * 2 + 2, grid.width); x++) {
          total++;
          const from = y * grid.width + x;
          if (grid.hole[from] === 1) continue;
          known++;
          for (let c = 0; c < channels; c++) sums[c] = (sums[c] ?? 0) + (grid.samples[from * channels + c] ?? 0);
        }
      }
      if (known * 2 <= total) hole[at] = 1;
      if (known > 0) for (let c = 0; c < channels; c++) samples[at * channels + c] = Math.round((sums[c] ?? 0) / known);
    }
  }
  return { width, height, channels, samples, hole };
}
