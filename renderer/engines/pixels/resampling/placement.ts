// Where each point of a source is in its result.

import type { Size } from '../../../../shared/images/size.ts';
import type { Area } from '../pixels.ts';
import { NO_SHIFT, type Shift } from './shift.ts';
import { type MutablePoint, type Warp, warpAt } from './warp.ts';

/** A shift, and what it does not explain; null if it explains all. */
export type Displacement = Shift & { readonly warp: Warp | null };

export const NO_DISPLACEMENT: Displacement = { ...NO_SHIFT, warp: null };

/** Where the source is in a result. `place`: where it would be without a displacement. */
export type Placement = {
  readonly place: Area;
  /** The source's size. */
  readonly size: Size;
  readonly displacement: Displacement;
};

/** Writes how far a point of the source is displaced to `out`, in pixels of the source. */
export function displacementAt(
  { dxPx, dyPx, scale, warp }: Displacement,
  size: Size,
  x: number,
  y: number,
  out: MutablePoint,
): void {
  out.x = 0;
  out.y = 0;
  if (warp !== null) warpAt(warp, size, x, y, out);
  out.x += dxPx + (scale - 1) * (x - size.width / 2);
  out.y += dyPx + (scale - 1) * (y - size.height / 2);
}

/** Writes where a point of the source is in the result to `out`; both in continuous coordinates. */
export function locate({ place, size, displacement }: Placement, x: number, y: number, out: MutablePoint): void {
  displacementAt(displacement, size, x, y, out);
  out.x = place.x + ((x + out.x) * place.width) / size.width;
  out.y = place.y + ((y + out.y) * place.height) / size.height;
}

/** Pixels between two places of a row that are located; between them a line is followed. */
const EVERY = 8;

/**
 * Locates the middles of the pixels of a row. @param y of the row, in pixels of the source. @param stepPx the width of
 * a pixel, in pixels of the source. @param first the first pixel to locate, @param end the one behind the last.
 */
export function locateRow(
  placement: Placement,
  y: number,
  { stepPx, first, end }: { stepPx: number; first: number; end: number },
  atX: Float64Array,
  atY: Float64Array,
): void {
  const from = { x: 0, y: 0 };
  const to = { x: 0, y: 0 };
  locate(placement, (first + 0.5) * stepPx, y, to);
  for (let start = first; start < end; start += EVERY) {
    from.x = to.x;
    from.y = to.y;
    locate(placement, (start + EVERY + 0.5) * stepPx, y, to);
    for (let x = start; x < Math.min(end, start + EVERY); x++) {
      const share = (x - start) / EVERY;
      atX[x] = from.x + share * (to.x - from.x);
      atY[x] = from.y + share * (to.y - from.y);
    }
  }
}

/** Places along each side at which displacements are measured. */
const MEASURED = 24;

/** The largest displacement anywhere, in pixels of the source. */
export function farthestPx(displacement: Displacement, size: Size): number {
  const out = { x: 0, y: 0 };
  let farthest = 0;
  for (let row = 0; row <= MEASURED; row++) {
    for (let column = 0; column <= MEASURED; column++) {
      displacementAt(displacement, size, (column / MEASURED) * size.width, (row / MEASURED) * size.height, out);
      farthest = Math.max(farthest, Math.hypot(out.x, out.y));
    }
  }
  return farthest;
}
