// A tool that is dragged from corner to corner of a box.

import { type Box, squared } from '../../painting/shapes.ts';
import type { Point } from '../../view/view.ts';
import type { PaintingToolParts } from '../tool.ts';
import { ADD_OR_SUBTRACT, blendMode, cover, isClick } from './covering.ts';

/** Fills the shape that `outline` creates for the box. With Shift the box is a square. */
export function boxTool(outline: (box: Box) => Point[]): PaintingToolParts {
  return {
    options: [ADD_OR_SUBTRACT, { type: 'exactShape', label: 'images.exact', outline }],
    cursorPx: () => 0,
    begin: (from, pressed, surface) => {
      let to: Point = from;
      let modifiers = pressed;
      const shape = (): Point[] => outline(modifiers.isShift ? squared({ from, to }) : { from, to });
      return {
        type: 'drag',
        move: (points, held) => {
          to = points.at(-1) ?? to;
          modifiers = held;
          surface.showOutline(shape(), true);
        },
        end: () => {
          if (!isClick(surface, from, to)) cover(surface, shape(), blendMode(surface, modifiers));
        },
      };
    },
  };
}
