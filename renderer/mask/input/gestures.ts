// Turns gestures into what the tool in hand does with them. It must not know events, workers or the screen.

import type { ToolSettings } from '../../../shared/images/mask-tools.ts';
import type { BrushId } from '../painting/brushes.ts';
import type { Operation } from '../painting/operation.ts';
import {
  dragBox,
  dragLasso,
  dragLine,
  drawPolygon,
  type PolygonGesture,
  type ShapeGesture,
} from '../painting/shape-gesture.ts';
import type { BlendMode } from '../raster/blend.ts';
import type { Point } from '../view/view.ts';
import type { InputPoint, Modifiers } from './pointer-input.ts';

/** What a gesture works on. Points given on are in picture pixels. */
export type GestureTarget = {
  /** From device pixels of the viewport to picture pixels, and how many of the first make one of the second. */
  toPicture: (point: Point) => Point;
  scale: () => number;
  beginStroke: (brush: BrushId, point: InputPoint) => void;
  moveStroke: (points: readonly InputPoint[]) => void;
  endStroke: () => void;
  cancelStroke: () => void;
  apply: (operation: Operation) => void;
  wand: (point: Point, mode: BlendMode) => void;
  /** Shows an outline that nothing is covered by yet, or none. */
  showOutline: (outline: readonly Point[] | undefined, isClosed: boolean) => void;
};

/** The gesture in progress. */
export type Gestures = {
  begin: (point: InputPoint, modifiers: Modifiers) => void;
  move: (points: readonly InputPoint[], modifiers: Modifiers) => void;
  end: () => void;
  /** Drops whatever is being drawn, an open polygon too; false when there is nothing. */
  cancel: () => boolean;
  hover: (point: Point) => void;
  /** Closes the open polygon and covers it; false when there is none. */
  close: () => boolean;
  /** Takes the last corner of the open polygon back; false when there is none. */
  removeCorner: () => boolean;
  /** Another picture: a line does not go on from where the last stroke ended. */
  forget: () => void;
};

type Active =
  | { kind: 'stroke' }
  | { kind: 'line'; brush: BrushId; from: Point; to: InputPoint; shape: ShapeGesture }
  | { kind: 'shape'; shape: ShapeGesture; from: Point; to: Point; modifiers: Modifiers }
  | { kind: 'wand'; point: Point; modifiers: Modifiers }
  /** A press on an open polygon, which has done its work already. */
  | { kind: 'corner' };

/** A press and release nearer than this, in device pixels, is a click. */
const CLICK_PX = 4;
const CLOSE_PX = 10;
/** Corners of a lasso are at least so far apart, in device pixels. */
const LASSO_STEP_PX = 1.5;

/** Makes a machine without a gesture; `settings` is asked when one begins. */
export function createGestures(target: GestureTarget, settings: () => ToolSettings): Gestures {
  let active: Active | undefined;
  let polygon: PolygonGesture | undefined;
  let lastStrokeEnd: Point | undefined;

  const placed = (point: InputPoint): InputPoint => ({ ...target.toPicture(point), pressure: point.pressure });
  const isClick = (from: Point, to: Point): boolean =>
    Math.hypot(to.x - from.x, to.y - from.y) * target.scale() < CLICK_PX;
  const modeOf = ({ isAlt }: Modifiers): BlendMode => (settings().isSubtracting !== isAlt ? 'erase' : 'paint');
  const cover = (outline: readonly Point[], mode: BlendMode): void => {
    if (outline.length > 2) target.apply({ type: 'shape', outline, mode });
  };

  const beginLasso = (point: Point, modifiers: Modifiers): void => {
    if (!settings().isPolygon && !modifiers.isAlt) {
      const shape = dragLasso(point, LASSO_STEP_PX / target.scale());
      active = { kind: 'shape', shape, from: point, to: point, modifiers: { ...modifiers, isAlt: false } };
      return;
    }
    polygon = drawPolygon(point);
    active = { kind: 'corner' };
  };
  const begin = (point: InputPoint, modifiers: Modifiers): void => {
    const at = placed(point);
    const { tool } = settings();
    if (polygon !== undefined) {
      active = { kind: 'corner' };
      if (polygon.add(at, CLOSE_PX / target.scale())) close();
      else target.showOutline(polygon.outline(), false);
      return;
    }
    switch (tool) {
      case 'brush':
      case 'eraser':
        if (modifiers.isShift) {
          active = { kind: 'line', brush: tool, from: at, to: at, shape: dragLine(at) };
          return;
        }
        active = { kind: 'stroke' };
        lastStrokeEnd = at;
        target.beginStroke(tool, at);
        return;
      case 'rectangle':
      case 'ellipse':
        active = { kind: 'shape', shape: dragBox(tool, at), from: at, to: at, modifiers };
        return;
      case 'lasso':
        beginLasso(at, modifiers);
        return;
      case 'wand':
        active = { kind: 'wand', point: at, modifiers };
    }
  };
  const move = (seen: readonly InputPoint[], modifiers: Modifiers): void => {
    const points = seen.map(placed);
    const last = points.at(-1);
    if (active === undefined || last === undefined) return;
    if (active.kind === 'stroke') {
      lastStrokeEnd = last;
      target.moveStroke(points);
    } else if (active.kind === 'line' || active.kind === 'shape') {
      for (const point of points) active.shape.move(point, modifiers.isShift);
      active.to = last;
      if (active.kind === 'shape' && settings().tool !== 'lasso') active.modifiers = modifiers;
      target.showOutline(active.shape.outline(), active.kind === 'shape');
    }
  };
  const end = (): void => {
    const ended = active;
    active = undefined;
    if (ended === undefined || ended.kind === 'corner') return;
    if (ended.kind !== 'stroke') target.showOutline(undefined, false);
    if (ended.kind === 'stroke') target.endStroke();
    else if (ended.kind === 'wand') target.wand(ended.point, modeOf(ended.modifiers));
    else if (ended.kind === 'line') drawLine(ended);
    else if (!isClick(ended.from, ended.to) || settings().tool === 'lasso')
      cover(ended.shape.outline(), modeOf(ended.modifiers));
  };
  /** A drag draws from press to release; a click draws on from where the last stroke ended. */
  const drawLine = ({ brush, from, to }: Extract<Active, { kind: 'line' }>): void => {
    const start = isClick(from, to) ? (lastStrokeEnd ?? from) : from;
    target.beginStroke(brush, { ...start, pressure: to.pressure });
    target.moveStroke([to]);
    target.endStroke();
    lastStrokeEnd = to;
  };
  const close = (): boolean => {
    if (polygon === undefined) return false;
    const corners = polygon.corners();
    polygon = undefined;
    target.showOutline(undefined, false);
    cover(corners, modeOf({ isShift: false, isAlt: false }));
    return true;
  };
  const cancel = (): boolean => {
    const isSomething = polygon !== undefined || (active !== undefined && active.kind !== 'corner');
    if (active?.kind === 'stroke') target.cancelStroke();
    active = undefined;
    polygon = undefined;
    target.showOutline(undefined, false);
    return isSomething;
  };
  return {
    begin,
    move,
    end,
    cancel,
    hover: (point) => {
      if (polygon === undefined) return;
      polygon.hover(target.toPicture(point));
      target.showOutline(polygon.outline(), false);
    },
    close,
    removeCorner: () => {
      if (polygon === undefined) return false;
      if (polygon.removeLast()) target.showOutline(polygon.outline(), false);
      else cancel();
      return true;
    },
    forget: () => {
      lastStrokeEnd = undefined;
    },
  };
}
