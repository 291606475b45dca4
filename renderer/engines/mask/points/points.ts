// The interface for sending the points of strokes from the page to the worker, with two implementations. Types only.

import type { BrushPoint } from '../painting/brush.ts';

/** The page's end. */
export type PointWriter = {
  /**
   * Adds points to a stroke. Strokes are numbered in ascending order. Messages sent afterwards are handled after these
   * points.
   */
  write: (stroke: number, points: readonly BrushPoint[]) => void;
};

/** The worker's end. */
export type PointReader = {
  /**
   * Returns the next point of a stroke and discards the remaining ones of earlier strokes; undefined if there is none.
   */
  next: (stroke: number) => BrushPoint | undefined;
};
