// Takes a displacement apart into what people have words for.

import type { Displacement } from './placement.ts';
import { type Field, warpAt } from './warp.ts';

/** The parts of a displacement. Shares are 0 for no change; degrees count clockwise. */
export type DescribedDisplacement = {
  readonly dxPx: number;
  readonly dyPx: number;
  readonly widerShare: number;
  readonly tallerShare: number;
  readonly turnDegrees: number;
  readonly skewDegrees: number;
  /** The most that any point is displaced besides, in pixels of the source. */
  readonly driftPx: number;
};

const DEGREES = 180 / Math.PI;
/** Places along each side at which a field is read. */
const MEASURED = 24;

/** Describes a displacement. */
export function describeDisplacement({ dxPx, dyPx, scale, warp }: Displacement): DescribedDisplacement {
  const [xx, xy, yx, yy] = warp?.linear ?? [0, 0, 0, 0];
  const turn = Math.atan2((yx - xy) / 2, scale);
  return {
    dxPx,
    dyPx,
    // A rotation shortens what it turns: scale × cos.
    widerShare: (scale + xx) / Math.cos(turn) - 1,
    tallerShare: (scale + yy) / Math.cos(turn) - 1,
    turnDegrees: DEGREES * turn,
    skewDegrees: DEGREES * Math.atan2((yx + xy) / 2, scale),
    driftPx: warp === null || warp.field === null ? 0 : farthestPx(warp.field),
  };
}

function farthestPx(field: Field): number {
  const out = { x: 0, y: 0 };
  let farthest = 0;
  for (let row = 0; row <= MEASURED; row++) {
    for (let column = 0; column <= MEASURED; column++) {
      warpAt({ linear: [0, 0, 0, 0], field }, { width: 1, height: 1 }, column / MEASURED, row / MEASURED, out);
      farthest = Math.max(farthest, Math.hypot(out.x, out.y));
    }
  }
  return farthest;
}
