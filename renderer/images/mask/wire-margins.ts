// Where the margins lie that are added around a picture on the wire, seen from the picture. Pure functions, independent of how they are drawn.

import { formatSize, type Size } from '../../../shared/images/size.ts';
import { marginsOf, toSource, type WirePlan } from '../../../shared/images/wire-geometry.ts';

/** An area in pixels of the picture; outside of it they are negative, or beyond its sides. */
type MarginArea = Size & { readonly left: number; readonly top: number };

/** What is added at two opposite edges. `px` counts pixels of the picture on the wire, the first edge first. */
export type WireMargins = {
  edges: 'sides' | 'ends';
  px: readonly [number, number];
  areas: readonly [MarginArea, MarginArea];
  /** Size of the picture on the wire. */
  size: string;
};

/** The margins of a plan, left and right or above and below; null where the picture fills its size. */
export function wireMargins(plan: WirePlan): WireMargins | null {
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
    return { edges: 'sides', px: [left, right], areas, size };
  }
  if (top + bottom === 0) return null;
  const areas = [
    { left: from.x, top: from.y, width: to.x - from.x, height: -from.y },
    { left: from.x, top: height, width: to.x - from.x, height: to.y - height },
  ] as const;
  return { edges: 'ends', px: [top, bottom], areas, size };
}
