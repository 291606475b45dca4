// Compares the content of two pictures block by block, independent of their colours: by the correlation of details.

import { BLOCK_MARKS } from '../../../../shared/images/source-usage.ts';
import type { Area } from '../pixels.ts';
import type { Displacement } from '../resampling/placement.ts';
import type { Shift } from '../resampling/shift.ts';
import { type Plane, visitSurroundings } from './plane.ts';
import { returnResult, type Scene } from './scene.ts';

/** The result of comparing the blocks outside the mask. */
export type Structure = {
  /** Blocks outside the mask. */
  readonly blocks: number;
  /** Those with visible details in the source: only they can be compared. */
  readonly textured: number;
  /** Textured blocks with the same content in the result. */
  readonly kept: number;
  /** Of those, the blocks in the same place, within a pixel of the compared size. */
  readonly inPlace: number;
  /** The kept blocks themselves, in shares of the sides. */
  readonly agreeingBlocks: readonly Area[];
  /** Mean correlation of the textured blocks, 0 to 1. */
  readonly likeness: number;
  /** Mean correlation of the kept blocks, 0 to 1. */
  readonly keptLikeness: number;
  /** All blocks, row by row: see `BLOCK_MARKS`. */
  readonly marks: string[];
};

/**
 * Long side, at most, of pictures to compare: at this size fine grain, noise and compression are gone, but shapes
 * remain.
 */
export const STRUCTURE_PX = 512;
/** Side of a block, in pixels of the compared size. */
const BLOCK_PX = 24;
/** Share of a block that must be outside the mask. */
const MIN_OUTSIDE = 0.5;
/** A block of the source is textured if the root mean square of its details is at least this, in levels. */
const TEXTURE = 2;
/** Details are differences from the mean within this radius in pixels: smooth gradients are alike in all pictures. */
const DETAIL_RADIUS_PX = 6;
/** Two blocks have the same content if their correlation is at least this. */
const SAME = 0.5;
/** A block displaced by more than this is not in its place, in pixels of the compared size. */
const IN_PLACE_PX = 1;

/** Compares the result, with its displacement undone, to the source, at the scene's size. */
export function compareStructure(scene: Scene, displacement: Shift | Displacement): Structure {
  const { plane, weights } = returnResult(scene, scene.outside, displacement);
  const { width, height } = plane;
  const expected = detailsOf(scene.source, weights);
  const found = detailsOf(plane, weights);
  let [blocks, textured, inPlace, likeness, keptLikeness] = [0, 0, 0, 0, 0];
  const agreeingBlocks: Area[] = [];
  const marks: string[] = [];
  const columns = Math.max(1, Math.round(width / BLOCK_PX));
  const rows = Math.max(1, Math.round(height / BLOCK_PX));
  for (let row = 0; row < rows; row++) {
    const line: string[] = Array(columns).fill(BLOCK_MARKS.unknown);
    for (let column = 0; column < columns; column++) {
      const block = {
        left: Math.floor((column * width) / columns),
        right: Math.floor(((column + 1) * width) / columns),
        top: Math.floor((row * height) / rows),
        bottom: Math.floor(((row + 1) * height) / rows),
      };
      const compared = compareBlock(expected, found, weights, block);
      if (compared === undefined) continue;
      blocks += 1;
      if (compared.texture < TEXTURE) continue;
      textured += 1;
      const same = Math.abs(compared.correlation);
      likeness += same;
      line[column] = same < SAME ? BLOCK_MARKS.missing : BLOCK_MARKS.found;
      if (same < SAME) continue;
      keptLikeness += same;
      agreeingBlocks.push({
        x: block.left / width,
        y: block.top / height,
        width: (block.right - block.left) / width,
        height: (block.bottom - block.top) / height,
      });
      if (compared.offPx <= IN_PLACE_PX) inPlace += 1;
    }
    marks.push(line.join(''));
  }
  const kept = agreeingBlocks.length;
  return {
    blocks,
    textured,
    kept,
    agreeingBlocks,
    marks,
    inPlace,
    likeness: textured > 0 ? likeness / textured : 0,
    keptLikeness: kept > 0 ? keptLikeness / kept : 0,
  };
}

/** The differences from the surroundings outside the mask; 0 inside. */
function detailsOf(plane: Plane, weights: Plane): Plane {
  const { data, width } = plane;
  const { data: known } = weights;
  const details = new Float32Array(data.length);
  visitSurroundings(plane, weights, DETAIL_RADIUS_PX, (y, { means }) => {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (known[i] !== 0) details[i] = (data[i] ?? 0) - (means[x] ?? 0);
    }
  });
  return { ...plane, data: details };
}

type Block = { left: number; right: number; top: number; bottom: number };

/**
 * The details of a block of the source, their correlation with the result's, and the displacement in pixels; undefined
 * if the mask covers too much of it.
 */
function compareBlock(
  source: Plane,
  result: Plane,
  weights: Plane,
  block: Block,
): { texture: number; correlation: number; offPx: number } | undefined {
  const { data: ours, width } = source;
  const { data: theirs } = result;
  const { data: known } = weights;
  let [count, aa, bb, ab] = [0, 0, 0, 0];
  for (let y = block.top; y < block.bottom; y++) {
    for (let i = y * width + block.left; i < y * width + block.right; i++) {
      if (known[i] === 0) continue;
      const one = ours[i] ?? 0;
      const other = theirs[i] ?? 0;
      count += 1;
      aa += one * one;
      bb += other * other;
      ab += one * other;
    }
  }
  if (count < MIN_OUTSIDE * (block.right - block.left) * (block.bottom - block.top) || count === 0) return undefined;
  // A result without any detail shows nothing, hence not the same content.
  const both = Math.sqrt(aa * bb);
  const correlation = both > count * 1e-3 ? ab / both : 0;
  const gain = bb > count * 1e-3 ? ab / bb : 0;
  return { texture: Math.sqrt(aa / count), correlation, offPx: offsetOf(source, result, weights, block, gain) };
}

/**
 * The displacement of a block of the result in pixels, by one iteration of Lucas and Kanade's method; only in
 * directions in which the block has details.
 */
function offsetOf(source: Plane, result: Plane, weights: Plane, block: Block, gain: number): number {
  const { data, width, height } = source;
  const { data: theirs } = result;
  const { data: known } = weights;
  let [xx, xy, yy, rx, ry] = [0, 0, 0, 0, 0];
  for (let y = Math.max(1, block.top); y < Math.min(height - 1, block.bottom); y++) {
    for (let x = Math.max(1, block.left); x < Math.min(width - 1, block.right); x++) {
      const i = y * width + x;
      if (known[i] === 0) continue;
      const slopeX = ((data[i + 1] ?? 0) - (data[i - 1] ?? 0)) / 2;
      const slopeY = ((data[i + width] ?? 0) - (data[i - width] ?? 0)) / 2;
      const difference = (data[i] ?? 0) - gain * (theirs[i] ?? 0);
      xx += slopeX * slopeX;
      xy += slopeX * slopeY;
      yy += slopeY * slopeY;
      rx += slopeX * difference;
      ry += slopeY * difference;
    }
  }
  const damping = 0.05 * Math.max(xx, yy);
  const determinant = (xx + damping) * (yy + damping) - xy * xy;
  if (determinant <= 0) return 0;
  return Math.hypot(((yy + damping) * rx - xy * ry) / determinant, ((xx + damping) * ry - xy * rx) / determinant);
}
