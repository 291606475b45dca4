// The brush as a state machine: receives the points of one gesture and returns commands for the raster.

import { type BrushPoint, type BrushSettings, type Dab, dabAt, dabsAlong } from './brush.ts';

/** A change of the raster, as a brush requests it. */
export type BrushCommand = { type: 'stamp'; dabs: readonly Dab[] };

/** One gesture of a brush, from its first point. It has no cancel: the caller restores the raster. */
export type Gesture = {
  move: (points: readonly BrushPoint[]) => readonly BrushCommand[];
  end: () => readonly BrushCommand[];
};

/** Begins a gesture of a round brush, which follows its points in straight lines, or on a leash if `leashPx` is set. */
export function beginBrush(
  first: BrushPoint,
  settings: BrushSettings,
): { gesture: Gesture; commands: readonly BrushCommand[] } {
  let last = first;
  let pointer = first;
  let carriedPx = 0;
  const stamp = (dabs: readonly Dab[]): readonly BrushCommand[] => (dabs.length === 0 ? [] : [{ type: 'stamp', dabs }]);
  const move = (points: readonly BrushPoint[]): readonly BrushCommand[] => {
    const dabs: Dab[] = [];
    for (const point of points) {
      pointer = point;
      dabs.push(...follow(pulled(last, point, settings.leashPx)));
    }
    return stamp(dabs);
  };
  const follow = (point: BrushPoint): readonly Dab[] => {
    const line = dabsAlong(last, point, settings, carriedPx);
    carriedPx = line.carriedPx;
    last = point;
    return line.dabs;
  };
  // The last dab is where the pointer was released, however close to the one before.
  const end = (): readonly BrushCommand[] => {
    const rest = follow(pointer);
    return stamp(carriedPx > 0 ? [...rest, dabAt(last, settings)] : rest);
  };
  return { gesture: { move, end }, commands: stamp([dabAt(first, settings)]) };
}

/** The point that a brush reaches when it is pulled from `from` towards `to` on a leash of that length. */
function pulled(from: BrushPoint, to: BrushPoint, leashPx: number): BrushPoint {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (leashPx <= 0) return to;
  const share = Math.max(0, 1 - leashPx / distance);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, pressure: to.pressure };
}
