// The gestures that draw an outline before anything is covered: line, rectangle, ellipse, lasso, polygon. Pure state machines over points in picture pixels.

import type { Point } from '../view/view.ts';
import { ellipseOutline, rectangleOutline, squared } from './shapes.ts';

/** An outline being dragged from where it began. */
export type ShapeGesture = {
  /** The pointer goes here. `isEven` keeps the sides equal. */
  move: (point: Point, isEven: boolean) => void;
  /** What would be covered now. */
  outline: () => readonly Point[];
};

/** A rectangle or an ellipse, from corner to corner. */
export function dragBox(kind: 'rectangle' | 'ellipse', from: Point): ShapeGesture {
  let box = { from, to: from };
  return {
    move: (to, isEven) => {
      box = isEven ? squared({ from, to }) : { from, to };
    },
    outline: () => (kind === 'rectangle' ? rectangleOutline(box) : ellipseOutline(box)),
  };
}

/** A line drawn freely. Points nearer than `stepPx` to the one before are left out. */
export function dragLasso(from: Point, stepPx: number): ShapeGesture {
  const points = [from];
  return {
    move: (point) => {
      const last = points.at(-1) ?? from;
      if (Math.hypot(point.x - last.x, point.y - last.y) >= stepPx) points.push(point);
    },
    outline: () => points,
  };
}

/** A straight line. */
export function dragLine(from: Point): ShapeGesture {
  let end = from;
  return {
    move: (point) => {
      end = point;
    },
    outline: () => [from, end],
  };
}

/** A polygon from click to click. */
export type PolygonGesture = {
  /** Adds a corner; true when it closes the polygon, being within `closePx` of the first. */
  add: (point: Point, closePx: number) => boolean;
  /** The next corner would be here. */
  hover: (point: Point) => void;
  /** Takes the last corner back; false when there is none left. */
  removeLast: () => boolean;
  /** The corners, and where the next would be. */
  outline: () => readonly Point[];
  /** The corners alone. */
  corners: () => readonly Point[];
};

/** Begins a polygon at its first corner. */
export function drawPolygon(first: Point): PolygonGesture {
  const corners = [first];
  let next = first;
  return {
    add: (point, closePx) => {
      if (corners.length > 2 && Math.hypot(point.x - first.x, point.y - first.y) <= closePx) return true;
      corners.push(point);
      next = point;
      return false;
    },
    hover: (point) => {
      next = point;
    },
    removeLast: () => {
      corners.pop();
      return corners.length > 0;
    },
    outline: () => [...corners, next],
    corners: () => corners,
  };
}
