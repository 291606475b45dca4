// Compares what two pictures show, block by block, whatever their colours: by the correlation of details. It must not know how they were aligned.

import type { Area } from '../pixels.ts';
import { boxSums, type Plane } from './plane.ts';
import { returnResult, type Scene } from './scene.ts';
import type { Shift } from './shift.ts';

/** What the blocks outside the mask say. */
export type Structure = {
  /** Blocks outside the mask. */
  readonly blocks: number;
  /** Those that show something in the source: only they can tell. */
  readonly textured: number;
  /** Textured blocks that show the same in the result. */
  readonly kept: number;
  /** Of the textured blocks, those that show the same in the same place, within a pixel of the compared size. */
  readonly inPlace: number;
  /** The kept blocks themselves, in shares of the sides. */
  readonly keptBlocks: readonly Area[];
  /** Mean correlation of the textured blocks, 0 to 1. */
  readonly likeness: number;
};

/** Long side, at most, of pictures to compare: fine grain, noise and compression are gone, shapes are left. */
export const STRUCTURE_PX = 512;
/** Side of a block, in pixels compared. */
const BLOCK_PX = 24;
/** Share of a block that has to be outside the mask. */
const LEAST_OUTSIDE = 0.5;
/** Root mean square of details from which a block of the source shows something, in levels. */
const TEXTURE = 2;
/** Details are what differs from the mean of this many pixels around: slopes of light are alike in all pictures. */
const DETAIL_RADIUS_PX = 6;
/** Correlation from which two blocks show the same. */
const SAME = 0.5;
/** A block farther off than this is not in its place, in pixels compared. */
const IN_PLACE_PX = 1;

/** Compares the result, brought back by a shift, with the source, at the scene's size. */
export function compareStructure(scene: Scene, shift: Shift): Structure {
  const { plane, weights } = returnResult(scene, scene.outside, shift);
  const { width, height } = plane;
  const wanted = detailsOf(scene.source, weights);
  const found = detailsOf(plane, weights);
  let [blocks, textured, inPlace, likeness] = [0, 0, 0, 0];
  const keptBlocks: Area[] = [];
  const columns = Math.max(1, Math.round(width / BLOCK_PX));
  const rows = Math.max(1, Math.round(height / BLOCK_PX));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const block = {
        left: Math.floor((column * width) / columns),
        right: Math.floor(((column + 1) * width) / columns),
        top: Math.floor((row * height) / rows),
        bottom: Math.floor(((row + 1) * height) / rows),
      };
      const compared = compareBlock(wanted, found, weights, block);
      if (compared === undefined) continue;
      blocks += 1;
      if (compared.texture < TEXTURE) continue;
      textured += 1;
      const same = Math.abs(compared.correlation);
      likeness += same;
      if (same < SAME) continue;
      keptBlocks.push({
        x: block.left / width,
        y: block.top / height,
        width: (block.right - block.left) / width,
        height: (block.bottom - block.top) / height,
      });
      if (compared.offPx <= IN_PLACE_PX) inPlace += 1;
    }
  }
  const kept = keptBlocks.length;
  return { blocks, textured, kept, keptBlocks, inPlace, likeness: textured > 0 ? likeness / textured : 0 };
}

/** What differs from its surroundings outside the mask; 0 inside. */
function detailsOf(plane: Plane, weights: Plane): Plane {
  const weighted = plane.data.slice();
  for (let i = 0; i < weighted.length; i++) if (weights.data[i] === 0) weighted[i] = 0;
  const sums = boxSums({ ...plane, data: weighted }, DETAIL_RADIUS_PX).data;
  const counts = boxSums(weights, DETAIL_RADIUS_PX).data;
  for (let i = 0; i < weighted.length; i++) {
    if (weights.data[i] !== 0) weighted[i] = (weighted[i] ?? 0) - (sums[i] ?? 0) / (counts[i] ?? 1);
  }
  return { ...plane, data: weighted };
}

type Block = { left: number; right: number; top: number; bottom: number };

/** Details of a block of the source, their correlation with the result's, and how far off these seem; undefined where the mask covers it. */
function compareBlock(
  source: Plane,
  result: Plane,
  weights: Plane,
  block: Block,
): { texture: number; correlation: number; offPx: number } | undefined {
  const { width } = source;
  let [count, aa, bb, ab] = [0, 0, 0, 0];
  for (let y = block.top; y < block.bottom; y++) {
    for (let i = y * width + block.left; i < y * width + block.right; i++) {
      if (weights.data[i] === 0) continue;
      const [one, other] = [source.data[i] ?? 0, result.data[i] ?? 0];
      count += 1;
      aa += one * one;
      bb += other * other;
      ab += one * other;
    }
  }
  if (count < LEAST_OUTSIDE * (block.right - block.left) * (block.bottom - block.top) || count === 0) return undefined;
  // A result without any detail shows nothing, and so not the same.
  const both = Math.sqrt(aa * bb);
  const correlation = both > count * 1e-3 ? ab / both : 0;
  const gain = bb > count * 1e-3 ? ab / bb : 0;
  return { texture: Math.sqrt(aa / count), correlation, offPx: offsetOf(source, result, weights, block, gain) };
}

/** How far a block of the result lies off, by one round of Lucas and Kanade's method; only along what the block shows. */
function offsetOf(source: Plane, result: Plane, weights: Plane, block: Block, gain: number): number {
  const { width, height } = source;
  const { data } = source;
  let [xx, xy, yy, rx, ry] = [0, 0, 0, 0, 0];
  for (let y = Math.max(1, block.top); y < Math.min(height - 1, block.bottom); y++) {
    for (let x = Math.max(1, block.left); x < Math.min(width - 1, block.right); x++) {
      const i = y * width + x;
      if (weights.data[i] === 0) continue;
      const slopeX = ((data[i + 1] ?? 0) - (data[i - 1] ?? 0)) / 2;
      const slopeY = ((data[i + width] ?? 0) - (data[i - width] ?? 0)) / 2;
      const difference = (data[i] ?? 0) - gain * (result.data[i] ?? 0);
      xx += slopeX * slopeX;
      xy += slopeX * slopeY;
      yy += slopeY * slopeY;
      rx += slopeX * difference;
      ry += slopeY * difference;
    }
  }
  const hold = 0.05 * Math.max(xx, yy);
  const determinant = (xx + hold) * (yy + hold) - xy * xy;
  if (determinant <= 0) return 0;
  return Math.hypot(((yy + hold) * rx - xy * ry) / determinant, ((xx + hold) * ry - xy * rx) / determinant);
}
