// Areas of the copy of a picture: what a mask covers, and the band around its border. One byte for each pixel, 1 inside.

import type { BlendMode } from '../raster/blend.ts';
import { TILE_PX, type TileStore } from '../raster/tiles.ts';
import type { Copy, Window } from './copy.ts';
import { boxSum } from './planes.ts';

type Sides = Pick<Copy, 'width' | 'height'>;

/** What is covered at least half; when removing, what is not. */
export function coveredArea(store: TileStore, { width, height, scaleX, scaleY }: Copy, mode: BlendMode): Uint8Array {
  const covered = new Uint8Array(width * height);
  const columns = Int32Array.from({ length: width }, (_none, x) => Math.floor((x + 0.5) * scaleX));
  const isAdding = mode === 'paint';
  for (let y = 0, to = 0; y < height; y++) {
    const at = Math.floor((y + 0.5) * scaleY);
    const tiles = Math.floor(at / TILE_PX) * store.columns;
    const row = (at % TILE_PX) * TILE_PX;
    for (const x of columns) {
      const tile = store.tiles[tiles + Math.floor(x / TILE_PX)] ?? 0;
      const value = typeof tile === 'number' ? tile : (tile[row + (x % TILE_PX)] ?? 0);
      covered[to++] = value >= 128 === isAdding ? 1 : 0;
    }
  }
  return covered;
}

/** What is at most `radius` away from an area, in each direction. */
export function around(area: Uint8Array, { width, height }: Sides, radius: number): Uint8Array {
  const data = new Float32Array(area);
  boxSum({ data, width, height }, radius);
  const near = new Uint8Array(area.length);
  for (let at = 0; at < near.length; at++) near[at] = (data[at] ?? 0) > 0 ? 1 : 0;
  return near;
}

/** What is at most `radius` away from the border of an area, in each direction. */
export function borderBand(area: Uint8Array, { width, height }: Sides, radius: number): Uint8Array {
  const data = new Float32Array(area);
  boxSum({ data, width, height }, radius);
  const countIn = (at: number, length: number): number =>
    Math.min(length - 1, at + radius) - Math.max(0, at - radius) + 1;
  const columns = Int32Array.from({ length: width }, (_none, x) => countIn(x, width));
  const band = new Uint8Array(area.length);
  for (let y = 0, at = 0; y < height; y++) {
    const inColumn = countIn(y, height);
    for (let x = 0; x < width; x++, at++) {
      const sum = data[at] ?? 0;
      band[at] = sum > 0 && sum < (columns[x] ?? 0) * inColumn ? 1 : 0;
    }
  }
  return band;
}

/** Whether two areas are equal in a window. */
export function isSameIn(one: Uint8Array, two: Uint8Array, { width: stride }: Sides, window: Window): boolean {
  for (let y = window.top; y < window.top + window.height; y++) {
    const row = y * stride + window.left;
    for (let at = row; at < row + window.width; at++) if (one[at] !== two[at]) return false;
  }
  return true;
}

/** The value that an area has everywhere in a window; undefined if it has two. */
export function uniformIn(area: Uint8Array, { width: stride }: Sides, window: Window): number | undefined {
  const first = area[window.top * stride + window.left] ?? 0;
  for (let y = window.top; y < window.top + window.height; y++) {
    const row = y * stride + window.left;
    for (let at = row; at < row + window.width; at++) if (area[at] !== first) return undefined;
  }
  return first;
}
