// The gestures that draw an outline before anything is covered: line, rectangle, ellipse, lasso, polygon. Pure state machines over places in picture pixels.

import type { Place } from '../view/view.ts';
import { ellipseOutline, rectangleOutline, squared } from './shapes.ts';

/** An outline being dragged from where it began. */
export type ShapeGesture = {
  /** The pointer goes here. `isEven` keeps the sides equal. */
  move: (place: Place, isEven: boolean) => void;
  /** What would be covered now. */
  outline: () => readonly Place[];
};

/** A rectangle or an ellipse, from corner to corner. */
export function dragBox(kind: 'rectangle' | 'ellipse', from: Place): ShapeGesture {
  let box = { from, to: from };
  return {
    move: (to, isEven) => {
      box = isEven ? squared({ from, to }) : { from, to };
    },
    outline: () => (kind === 'rectangle' ? rectangleOutline(box) : ellipseOutline(box)),
  };
}

/** A line drawn freely. Points nearer than `stepPx` to the one before are left out. */
export function dragLasso(from: Place, stepPx: number): ShapeGesture {
  const points = [from];
  return {
    move: (place) => {
      const last = points.at(-1) ?? from;
      if (Math.hypot(place.x - last.x, place.y - last.y) >= stepPx) points.push(place);
    },
    outline: () => points,
  };
}

/** A straight line. */
export function dragLine(from: Place): ShapeGesture {
  let end = from;
  return {
    move: (place) => {
      end = place;
    },
    outline: () => [from, end],
  };
}

/** A polygon from click to click. */
export type PolygonGesture = {
  /** Adds a corner; true when it closes the polygon, being within `closePx` of the first. */
  add: (place: Place, closePx: number) => boolean;
  /** The next corner would be here. */
  hover: (place: Place) => void;
  /** Takes the last corner back; false when there is none left. */
  removeLast: () => boolean;
  /** The corners, and where the next would be. */
  outline: () => readonly Place[];
  /** The corners alone. */
  corners: () => readonly Place[];
};

/** Begins a polygon at its first corner. */
export function drawPolygon(first: Place): PolygonGesture {
  const corners = [first];
  let next = first;
  return {
    add: (place, closePx) => {
      if (corners.length > 2 && Math.hypot(place.x - first.x, place.y - first.y) <= closePx) return true;
      corners.push(place);
      next = place;
      return false;
    },
    hover: (place) => {
      next = place;
    },
    removeLast: () => {
      corners.pop();
      return corners.length > 0;
    },
    outline: () => [...corners, next],
    corners: () => corners,
  };
}
