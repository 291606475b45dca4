// The ring around a mask: the pixels just outside it, and their colours in source and result.

import type { Size } from '../../../../shared/images/size.ts';
import { BLOCK_MARKS, countBlocks } from '../../../../shared/images/source-usage.ts';
import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { boundsOf, cutAround } from '../mask-bounds.ts';
import type { Coverage, Pixels } from '../pixels.ts';
import { createPlacedSampler } from '../resampling/placed-rows.ts';
import { locate, type Placement } from '../resampling/placement.ts';
import type { Places } from './smooth-field.ts';

/** Indexes of pixels of the source just outside the mask, in groups of neighbours; evenly spread if there are many. */
export type Ring = Uint32Array;

/** Width of the ring, as a share of the picture's longer side, and its minimum in pixels. */
const RING = { share: 0.008, leastPx: 4 } as const;
/** Models blend next to the mask, so this part of the ring is left out. */
const GAP = { share: 0.001, leastPx: 1 } as const;
/** Side of the squares by which a ring is collected, so that neighbours in the list are neighbours in the picture. */
const CELL_PX = 8;
/** Rows between two pauses. */
const ROWS_AT_ONCE = 32;
/** Most pixels of a ring that are used. */
const MAX_PIXELS = 40_000;

/** The ring around a mask; empty if the mask is empty, or if it covers the whole picture. */
export async function ringAround(mask: Coverage, checkpoint = NO_CHECKPOINT): Promise<Ring> {
  const bounds = boundsOf(mask);
  if (bounds === undefined) return new Uint32Array();
  await checkpoint();
  const longPx = Math.max(mask.width, mask.height);
  const gap = Math.max(GAP.leastPx, Math.round(longPx * GAP.share));
  const far = gap + Math.max(RING.leastPx, Math.round(longPx * RING.share));
  const found: number[] = [];
  const part = cutAround(mask, bounds, far);
  const { left: originX, top: originY, width, height } = part;
  const distances = await distancesToMask(part, far + 1, checkpoint);
  for (let top = 0; top < height; top += CELL_PX) {
    for (let left = 0; left < width; left += CELL_PX) {
      for (let y = top; y < Math.min(height, top + CELL_PX); y++) {
        for (let x = left; x < Math.min(width, left + CELL_PX); x++) {
          const distance = distances[y * width + x] ?? 0;
          if (distance > gap && distance <= far) found.push((originY + y) * mask.width + originX + x);
        }
      }
    }
    await checkpoint();
  }
  const every = Math.max(1, Math.ceil(found.length / MAX_PIXELS));
  return Uint32Array.from({ length: Math.ceil(found.length / every) }, (_, i) => found[i * every] ?? 0);
}

/** Share of a ring, at least, that must show the source: less says nothing of the seam. */
const MIN_KEPT = 0.05;

/**
 * The part of a ring where the result shows the source; empty if that is next to nothing of it. What the model painted
 * anew beside the mask differs from the source wherever it is put, and in colours of its own.
 * @param blocks of the source, as `SourceUsage.blocks`
 */
export function keptRing(ring: Ring, { width, height }: Size, blocks: readonly string[]): Ring {
  const isMissing = blocks.map((line, row) => Array.from(line, (_, column) => isRepainted(blocks, row, column)));
  const kept = ring.filter((i) => {
    const line = isMissing[Math.floor((Math.floor(i / width) * blocks.length) / height)] ?? [];
    return line[Math.floor(((i % width) * line.length) / width)] !== true;
  });
  return kept.length < MIN_KEPT * ring.length ? new Uint32Array() : kept;
}

/** Whether a block is missing in the result; one that cannot be compared is if most of its neighbours are. */
function isRepainted(blocks: readonly string[], row: number, column: number): boolean {
  const own = blocks[row]?.[column];
  if (own !== BLOCK_MARKS.unknown) return own === BLOCK_MARKS.missing;
  const near = [row - 1, row, row + 1].map((y) => blocks[y]?.slice(Math.max(0, column - 1), column + 2) ?? '');
  const { comparable, found } = countBlocks(near);
  return found < comparable / 2;
}

/**
 * The distance from each pixel to the nearest covered one, where a diagonal step counts as one; `most` if it is
 * farther.
 */
async function distancesToMask(
  { data, width, height }: Coverage,
  most: number,
  checkpoint: Checkpoint,
): Promise<Uint8Array> {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
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
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
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

/** The least alpha, in levels, of a colour that counts: rounded, it is opaque. */
const OPAQUE = 254.5;

/**
 * Reads the ring as `makePatch` would: a blurred reading would make any displacement of a noisy picture look better.
 * @param placement the position of the source in the result.
 */
export function ringColours(source: Pixels, result: Pixels, placement: Placement, ring: Ring): RingColours {
  const ours = new Float32Array(3 * ring.length);
  const theirs = new Float32Array(3 * ring.length);
  const places = { x: new Float64Array(ring.length), y: new Float64Array(ring.length) };
  const sample = createPlacedSampler(result, placement);
  const at = { x: 0, y: 0 };
  const read = new Float64Array(4);
  let count = 0;
  for (const i of ring) {
    locate(placement, (i % source.width) + 0.5, Math.floor(i / source.width) + 0.5, at);
    const isSeen = at.x >= 0 && at.y >= 0 && at.x <= result.width && at.y <= result.height;
    if (!isSeen || source.data[4 * i + 3] !== 255) continue;
    sample(at.x, at.y, read, 0);
    if ((read[3] ?? 0) < OPAQUE) continue;
    for (let k = 0; k < 3; k++) {
      ours[3 * count + k] = source.data[4 * i + k] ?? 0;
      theirs[3 * count + k] = read[k] ?? 0;
    }
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
