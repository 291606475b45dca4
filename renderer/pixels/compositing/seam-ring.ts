// The ring around a mask: the pixels just outside it, and their colours in source and result.

import { boundsOf, cutAround } from '../mask-bounds.ts';
import type { Area, Coverage, Pixels } from '../pixels.ts';
import type { Places } from './smooth-field.ts';

/** Indexes of pixels of the source just outside the mask, in groups of neighbours; evenly spread if there are many. */
export type Ring = Uint32Array;

/** Width of the ring, as a share of the picture's longer side, and its minimum in pixels. */
const RING = { share: 0.008, leastPx: 4 } as const;
/** Models blend next to the mask, so this part of the ring is left out. */
const GAP = { share: 0.001, leastPx: 1 } as const;
/** Side of the squares by which a ring is collected, so that neighbours in the list are neighbours in the picture. */
const CELL_PX = 8;
/** Most pixels of a ring that are used. */
const MOST_PIXELS = 40_000;

/** The ring around a mask; empty if the mask is empty, or if it covers the whole picture. */
export function ringAround(mask: Coverage): Ring {
  const bounds = boundsOf(mask);
  if (bounds === undefined) return new Uint32Array();
  const longPx = Math.max(mask.width, mask.height);
  const gap = Math.max(GAP.leastPx, Math.round(longPx * GAP.share));
  const far = gap + Math.max(RING.leastPx, Math.round(longPx * RING.share));
  const found: number[] = [];
  const part = cutAround(mask, bounds, far);
  const { left: originX, top: originY, width, height } = part;
  const distances = distancesToMask(part, far + 1);
  for (let top = 0; top < height; top += CELL_PX) {
    for (let left = 0; left < width; left += CELL_PX) {
      for (let y = top; y < Math.min(height, top + CELL_PX); y++) {
        for (let x = left; x < Math.min(width, left + CELL_PX); x++) {
          const distance = distances[y * width + x] ?? 0;
          if (distance > gap && distance <= far) found.push((originY + y) * mask.width + originX + x);
        }
      }
    }
  }
  const every = Math.max(1, Math.ceil(found.length / MOST_PIXELS));
  return Uint32Array.from({ length: Math.ceil(found.length / every) }, (_, i) => found[i * every] ?? 0);
}

/**
 * The distance from each pixel to the nearest covered one, where a diagonal step counts as one; `most` if it is
 * farther.
 */
function distancesToMask({ data, width, height }: Coverage, most: number): Uint8Array {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if ((data[i] ?? 0) > 0) continue;
      const above = y > 0 ? i - width : -1;
      let nearest = most - 1;
      if (x > 0) nearest = Math.min(nearest, out[i - 1] ?? 0);
      if (above >= 0) {
        nearest = Math.min(nearest, out[above] ?? 0);
        if (x > 0) nearest = Math.min(nearest, out[above - 1] ?? 0);
        if (x < width - 1) nearest = Math.min(nearest, out[above + 1] ?? 0);
      }
      out[i] = nearest + 1;
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1, i = y * width + x; x >= 0; x--, i--) {
      const own = out[i] ?? 0;
      if (own <= 1) continue;
      const below = y < height - 1 ? i + width : -1;
      let nearest = own - 1;
      if (x < width - 1) nearest = Math.min(nearest, out[i + 1] ?? 0);
      if (below >= 0) {
        nearest = Math.min(nearest, out[below] ?? 0);
        if (x > 0) nearest = Math.min(nearest, out[below - 1] ?? 0);
        if (x < width - 1) nearest = Math.min(nearest, out[below + 1] ?? 0);
      }
      out[i] = nearest + 1;
    }
  }
  return out;
}

/**
 * Colours of the ring in both pictures: three bytes, as numbers, for each pixel that is opaque in both, and the middles
 * of these pixels in the source.
 */
export type RingColours = { readonly source: Float32Array; readonly result: Float32Array; readonly places: Places };

/** Reads the ring. @param area the position of the source in the result. */
export function ringColours(source: Pixels, result: Pixels, area: Area, ring: Ring): RingColours {
  const ours = new Float32Array(3 * ring.length);
  const theirs = new Float32Array(3 * ring.length);
  const places = { x: new Float64Array(ring.length), y: new Float64Array(ring.length) };
  const [scaleX, scaleY] = [area.width / source.width, area.height / source.height];
  let count = 0;
  for (const i of ring) {
    const x = area.x + ((i % source.width) + 0.5) * scaleX - 0.5;
    const y = area.y + (Math.floor(i / source.width) + 0.5) * scaleY - 0.5;
    const isSeen = x >= -0.5 && y >= -0.5 && x <= result.width - 0.5 && y <= result.height - 0.5;
    if (!isSeen || source.data[4 * i + 3] !== 255) continue;
    if (!readBetween(result, x, y, theirs, 3 * count)) continue;
    for (let k = 0; k < 3; k++) ours[3 * count + k] = source.data[4 * i + k] ?? 0;
    places.x[count] = (i % source.width) + 0.5;
    places.y[count] = Math.floor(i / source.width) + 0.5;
    count += 1;
  }
  return {
    source: ours.subarray(0, 3 * count),
    result: theirs.subarray(0, 3 * count),
    places: { x: places.x.subarray(0, count), y: places.y.subarray(0, count) },
  };
}

/** Linear interpolation; returns false if one of the pixels is not opaque. */
function readBetween({ data, width, height }: Pixels, x: number, y: number, out: Float32Array, at: number): boolean {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [u, v] = [Math.max(0, x - left), Math.max(0, y - top)];
  for (let k = 0; k < 3; k++) out[at + k] = 0;
  for (let corner = 0; corner < 4; corner++) {
    const [right, below] = [corner % 2, corner >> 1];
    const weight = (right === 1 ? u : 1 - u) * (below === 1 ? v : 1 - v);
    const i = 4 * (Math.min(height - 1, top + below) * width + Math.min(width - 1, left + right));
    if (data[i + 3] !== 255) return false;
    for (let k = 0; k < 3; k++) out[at + k] = (out[at + k] ?? 0) + weight * (data[i + k] ?? 0);
  }
  return true;
}
