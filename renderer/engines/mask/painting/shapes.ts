// Outlines of rectangles and ellipses.

import type { Point } from '../view/view.ts';

/** A box in picture pixels, given by any two opposite corners. */
export type Box = { from: Point; to: Point };

/**
 * The largest distance between an ellipse's polygon and the ellipse, in pixels: less than one level of coverage at its
 * edge.
 */
const FLATNESS_PX = 0.002;

/** The four corners of a box. */
export function rectangleOutline({ from, to }: Box): Point[] {
  return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
}

/** The ellipse that fits into a box, as a polygon. */
export function ellipseOutline({ from, to }: Box): Point[] {
  const radiusX = Math.abs(to.x - from.x) / 2;
  const radiusY = Math.abs(to.y - from.y) / 2;
  const radius = Math.max(radiusX, radiusY, FLATNESS_PX);
  const count = Math.max(8, Math.ceil(Math.PI / Math.acos(1 - Math.min(1, FLATNESS_PX / radius))));
  return Array.from({ length: count }, (_none, i) => {
    const angle = (2 * Math.PI * i) / count;
    return {
      x: (from.x + to.x) / 2 + radiusX * Math.cos(angle),
      y: (from.y + to.y) / 2 + radiusY * Math.sin(angle),
    };
  });
}

/** The square that begins at the same corner and has the longer side of the box. */
export function squared({ from, to }: Box): Box {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  const signed = (delta: number): number => (delta < 0 ? -side : side);
  return { from, to: { x: from.x + signed(to.x - from.x), y: from.y + signed(to.y - from.y) } };
}
