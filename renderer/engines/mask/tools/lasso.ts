// The lasso: adds the area inside a line, drawn freehand or from corner to corner.

import { Lasso } from 'lucide-react';
import type { ToolGesture, ToolSurface } from '../tool-api.ts';
import type { Point } from '../view/view.ts';
import { ADD_OR_SUBTRACT, blendMode, cover, NO_MODIFIERS } from './parts/covering.ts';
import type { Tool } from './tool.ts';

/** Shortest distance between two points of a freehand line, in device pixels. */
const STEP_PX = 1.5;
/** A click closer than this to the first corner, in device pixels, closes a polygon. */
const CLOSE_PX = 10;

export const lasso: Tool = {
  icon: Lasso,
  options: [
    {
      type: 'choice',
      setting: 'isPolygon',
      label: 'images.lassoKind',
      choices: [
        { value: false, label: 'images.freehand' },
        { value: true, label: 'images.polygon' },
      ],
    },
    ADD_OR_SUBTRACT,
  ],
  cursorPx: () => 0,
  begin: (point, { isAlt }, surface) =>
    surface.settings().isPolygon || isAlt ? drawPolygon(point, surface) : drawFreely(point, surface),
};

function drawFreely(first: Point, surface: ToolSurface): ToolGesture {
  const points = [first];
  const stepPx = STEP_PX / surface.scale();
  return {
    type: 'drag',
    move: (added) => {
      for (const point of added) if (distance(point, points.at(-1) ?? first) >= stepPx) points.push(point);
      surface.showOutline(points, true);
    },
    end: () => cover(surface, points, blendMode(surface, NO_MODIFIERS)),
  };
}

function drawPolygon(first: Point, surface: ToolSurface): ToolGesture {
  const corners = [first];
  let next = first;
  const show = (): void => surface.showOutline([...corners, next], false);
  return {
    type: 'clicks',
    press: (point) => {
      if (corners.length > 2 && distance(point, first) <= CLOSE_PX / surface.scale()) return true;
      corners.push(point);
      next = point;
      show();
      return false;
    },
    hover: (point) => {
      next = point;
      show();
    },
    close: () => cover(surface, corners, blendMode(surface, NO_MODIFIERS)),
    removeLast: () => {
      corners.pop();
      show();
      return corners.length > 0;
    },
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
