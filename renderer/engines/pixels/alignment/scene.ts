// Prepares a source and its result for comparison: brightness at a size with enough detail and at low cost.

import type { Size } from '../../../../shared/images/size.ts';
import type { WirePlan } from '../../../../shared/images/wire-geometry.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { coveredColumns } from '../mask-bounds.ts';
import type { Area, Coverage, Pixels } from '../pixels.ts';
import { type Displacement, locateRow } from '../resampling/placement.ts';
import { type Shift, shiftedArea } from '../resampling/shift.ts';
import { localContrast, lumaPlane, type Plane, resamplePlane } from './plane.ts';

/** The input of a comparison: the source, the result, and which of the source's pixels count (1) or do not (0). */
export type Scene = {
  /** The source's own size, in pixels, which are the unit of shifts. */
  readonly size: Size;
  readonly source: Plane;
  readonly outside: Plane;
  readonly result: Plane;
  /** The position of the source in `result` without any shift. */
  readonly place: Area;
};

/** Long side of the source as compared. */
const COMPARED_PX = 1024;
/** The least alpha at which a pixel of the source counts. */
const MIN_ALPHA = 128;

/** Rows between two pauses. */
const ROWS_AT_ONCE = 64;

/** The position of the source in a result whose size may differ from the size requested. */
export function placeInResult({ width, height }: Size, { placed, wire }: WirePlan): Area {
  const [scaleX, scaleY] = [width / wire.width, height / wire.height];
  return {
    x: placed.x * scaleX,
    y: placed.y * scaleY,
    width: placed.width * scaleX,
    height: placed.height * scaleY,
  };
}

/**
 * The scene of a source and its result. @param weights coverage of the mask; undefined: everything counts as outside.
 */
export async function sceneOf(
  source: Pixels,
  result: Pixels,
  weights: Coverage | undefined,
  place: Area,
  checkpoint: Checkpoint,
): Promise<Scene> {
  const factor = Math.min(1, COMPARED_PX / Math.max(source.width, source.height));
  const width = Math.max(1, Math.round(source.width * factor));
  const height = Math.max(1, Math.round(source.height * factor));
  // The result at the scale of the source as compared, but never enlarged.
  const resultWidth = Math.max(1, Math.min(result.width, Math.round((result.width * width) / place.width)));
  const resultHeight = Math.max(1, Math.min(result.height, Math.round((result.height * height) / place.height)));
  const [scaleX, scaleY] = [resultWidth / result.width, resultHeight / result.height];
  const sourcePlane = await lumaPlane(source, width, height, checkpoint);
  const outside = await outsidePlane(source, weights, { width, height }, checkpoint);
  const resultPlane = await lumaPlane(result, resultWidth, resultHeight, checkpoint);
  await checkpoint();
  return {
    size: { width: source.width, height: source.height },
    source: sourcePlane,
    outside,
    result: resultPlane,
    place: {
      x: place.x * scaleX,
      y: place.y * scaleY,
      width: place.width * scaleX,
      height: place.height * scaleY,
    },
  };
}

/** 1 for each visible pixel that is completely outside the mask, otherwise 0. */
async function outsidePlane(
  source: Pixels,
  weights: Coverage | undefined,
  { width, height }: Size,
  checkpoint: Checkpoint,
): Promise<Plane> {
  const data = new Float32Array(width * height).fill(1);
  const columns = Int32Array.from({ length: source.width }, (_, x) => Math.floor((x * width) / source.width));
  for (let y = 0; y < source.height; y++) {
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
    const start = y * source.width;
    const row = data.subarray(Math.floor((y * height) / source.height) * width);
    if (weights !== undefined) {
      const covered = weights.data.subarray(start, start + source.width);
      const { first, end } = coveredColumns(covered);
      for (let x = first; x < end; x++) if (covered[x] !== 0) row[columns[x] ?? 0] = 0;
    }
    if (source.isOpaque) continue;
    for (let x = 0; x < source.width; x++) {
      if ((source.data[4 * (start + x) + 3] ?? 0) < MIN_ALPHA) row[columns[x] ?? 0] = 0;
    }
  }
  return { data, width, height };
}

/** Deviations below this many levels of brightness are noise. */
const NOISE = 2;
/** Radius of the surroundings that contrast is relative to, in pixels of the scene. */
const CONTRAST_RADIUS_PX = 7;

/** Contrasts by scene: each step of a comparison needs those of the same few. */
const contrasts = new WeakMap<Scene, Plane>();

/** The source's contrasts outside the mask. */
export function sourceContrast(scene: Scene): Plane {
  const known = contrasts.get(scene);
  if (known) return known;
  const contrast = localContrast(scene.source, scene.outside, CONTRAST_RADIUS_PX, NOISE);
  contrasts.set(scene, contrast);
  return contrast;
}

/** A result with its displacement undone, and for which of its pixels it is known. */
export type Returned = { readonly plane: Plane; readonly weights: Plane };

/**
 * Undoes a displacement of the result, at the size of the weights. @param weights which pixels count; pixels outside
 * the result never do.
 */
export function returnResult(scene: Scene, weights: Plane, displacement: Shift | Displacement): Returned {
  const isWarped = 'warp' in displacement && displacement.warp !== null;
  return isWarped ? returnWarped(scene, weights, displacement) : returnShifted(scene, weights, displacement);
}

/** The contrasts of a result with its displacement undone, and for which pixels they are known: see `returnResult`. */
export async function returnContrast(
  scene: Scene,
  outside: Plane,
  displacement: Shift | Displacement,
  checkpoint: Checkpoint,
): Promise<{ readonly contrast: Plane; readonly weights: Plane }> {
  const { plane, weights } = returnResult(scene, outside, displacement);
  await checkpoint();
  return { contrast: localContrast(plane, weights, CONTRAST_RADIUS_PX, NOISE), weights };
}

function returnShifted({ place, size, result }: Scene, weights: Plane, shift: Shift): Returned {
  const area = shiftedArea(place, size, shift);
  const plane = resamplePlane(result, area, weights.width, weights.height);
  return { plane, weights: withinResult(weights, area, result) };
}

/** Reads between four pixels each: the result has the scene's scale already. */
function returnWarped(
  { place, size, result }: Scene,
  { data: outside, width, height }: Plane,
  displacement: Displacement,
): Returned {
  const data = new Float32Array(width * height);
  const seen = outside.slice();
  const atX = new Float64Array(width);
  const atY = new Float64Array(width);
  const row = { stepPx: size.width / width, first: 0, end: width };
  for (let y = 0, i = 0; y < height; y++) {
    locateRow({ place, size, displacement }, ((y + 0.5) * size.height) / height, row, atX, atY);
    for (let x = 0; x < width; x++, i++) {
      const placeX = atX[x] ?? 0;
      const placeY = atY[x] ?? 0;
      if (placeX < 0 || placeY < 0 || placeX > result.width || placeY > result.height) seen[i] = 0;
      data[i] = between(result, placeX - 0.5, placeY - 0.5);
    }
  }
  return { plane: { data, width, height }, weights: { data: seen, width, height } };
}

/** Linear interpolation; beyond the plane its edge is repeated. */
function between({ data, width, height }: Plane, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 1, Math.floor(x)));
  const top = Math.max(0, Math.min(height - 1, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const below = width * Math.min(height - 1, top + 1);
  const u = Math.max(0, Math.min(1, x - left));
  const v = Math.max(0, Math.min(1, y - top));
  const above = width * top;
  return (
    ((data[above + left] ?? 0) * (1 - u) + (data[above + right] ?? 0) * u) * (1 - v) +
    ((data[below + left] ?? 0) * (1 - u) + (data[below + right] ?? 0) * u) * v
  );
}

/** The weights, set to 0 outside the result. */
function withinResult(outside: Plane, area: Area, result: Size): Plane {
  const { width, height } = outside;
  const data = outside.data.slice();
  const isIn = (at: number, start: number, extent: number, count: number, length: number): boolean => {
    const place = start + ((at + 0.5) * extent) / count;
    return place >= 0 && place <= length;
  };
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width);
    if (!isIn(y, area.y, area.height, height, result.height)) row.fill(0);
    else for (let x = 0; x < width; x++) if (!isIn(x, area.x, area.width, width, result.width)) row[x] = 0;
  }
  return { data, width, height };
}

/** The scene in which only some parts count. @param parts in shares of the sides */
export function onlyWithin(scene: Scene, parts: readonly Area[]): Scene {
  const { data, width, height } = scene.outside;
  const kept = new Float32Array(data.length);
  for (const part of parts) {
    const [left, right] = [Math.round(part.x * width), Math.round((part.x + part.width) * width)];
    for (let y = Math.round(part.y * height); y < Math.round((part.y + part.height) * height); y++) {
      kept.set(data.subarray(y * width + left, y * width + right), y * width + left);
    }
  }
  return { ...scene, outside: { data: kept, width, height } };
}

/** The scene at repeatedly halved sizes, the largest first, down to one with a long side of at most `longPx`. */
export async function pyramidOf(scene: Scene, longPx: number, checkpoint: Checkpoint): Promise<[Scene, ...Scene[]]> {
  const { source } = scene;
  if (Math.max(source.width, source.height) <= longPx) return [scene];
  return [scene, ...(await pyramidOf(await halved(scene, checkpoint), longPx, checkpoint))];
}

async function halved({ size, source, outside, result, place }: Scene, checkpoint: Checkpoint): Promise<Scene> {
  const half = async (plane: Plane): Promise<Plane> => {
    const small = resamplePlane(
      plane,
      { x: 0, y: 0, width: plane.width, height: plane.height },
      Math.max(1, Math.round(plane.width / 2)),
      Math.max(1, Math.round(plane.height / 2)),
    );
    await checkpoint();
    return small;
  };
  const small = await half(result);
  const [scaleX, scaleY] = [small.width / result.width, small.height / result.height];
  const weights = await half(outside);
  // Only pixels that are completely outside stay outside.
  for (let i = 0; i < weights.data.length; i++) weights.data[i] = (weights.data[i] ?? 0) > 0.999 ? 1 : 0;
  return {
    size,
    source: await half(source),
    outside: weights,
    result: small,
    place: {
      x: place.x * scaleX,
      y: place.y * scaleY,
      width: place.width * scaleX,
      height: place.height * scaleY,
    },
  };
}
