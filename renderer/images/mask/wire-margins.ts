// The margins that are added around a picture when it is sent, in the picture's coordinates. Pure functions.

import { formatSize, type Size } from '../../../shared/images/size.ts';
import { marginsOf, type Point, toSource, type WirePlan } from '../../../shared/images/wire-geometry.ts';

/** A rectangle in pixels of the picture; margins have negative coordinates or lie beyond its sides. */
type MarginArea = Size & { readonly left: number; readonly top: number };

/** The margins at two opposite edges. `px` is their width in pixels of the wire picture, the first edge first. */
export type WireMargins = {
  edges: 'sides' | 'ends';
  px: readonly [number, number];
  areas: readonly [MarginArea, MarginArea];
  /** Size of the wire picture. */
  size: string;
};

/**
 * The margins of a plan, left and right or above and below; null if the picture fills the wire size. @param at where what
 * is sent begins in the picture
 */
export function wireMargins(plan: WirePlan, at: Point = { x: 0, y: 0 }): WireMargins | null {
  const { left, top, right, bottom } = marginsOf(plan);
  const from = toSource(plan, { x: 0, y: 0 });
  const to = toSource(plan, { x: plan.wire.width, y: plan.wire.height });
  const { width, height } = plan.source;
  const size = formatSize(plan.wire);
  if (left + right > 0) {
    const areas = [
      { left: from.x, top: from.y, width: -from.x, height: to.y - from.y },
      { left: width, top: from.y, width: to.x - width, height: to.y - from.y },
    ] as const;
    return { edges: 'sides', px: [left, right], areas: moved(areas, at), size };
  }
  if (top + bottom === 0) return null;
  const areas = [
    { left: from.x, top: from.y, width: to.x - from.x, height: -from.y },
    { left: from.x, top: height, width: to.x - from.x, height: to.y - height },
  ] as const;
  return { edges: 'ends', px: [top, bottom], areas: moved(areas, at), size };
}

function moved([first, second]: WireMargins['areas'], { x, y }: Point): WireMargins['areas'] {
  const by = (area: MarginArea): MarginArea => ({ ...area, left: area.left + x, top: area.top + y });
  return [by(first), by(second)];
}
