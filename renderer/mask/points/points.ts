// What the points of strokes go through on their way from the page to the worker, whichever it is. Types only.

import type { BrushPoint } from '../painting/brush.ts';

/** The page's end. */
export type PointWriter = {
  /** Adds points to a stroke. Strokes are numbered in rising order. What is sent afterwards comes after them. */
  write: (stroke: number, points: readonly BrushPoint[]) => void;
};

/** The worker's end. */
export type PointReader = {
  /** Takes the next point of a stroke, and drops what is left of those before it; undefined while there is none. */
  next: (stroke: number) => BrushPoint | undefined;
};
