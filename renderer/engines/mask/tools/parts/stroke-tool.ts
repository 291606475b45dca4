// A tool that paints strokes: freehand, or in straight lines with Shift.

import type { BrushPoint } from '../../painting/brush.ts';
import type { BlendMode } from '../../raster/blend.ts';
import type { ToolGesture, ToolSurface } from '../../tool-api.ts';
import type { PaintingToolParts } from '../tool.ts';
import { isClick } from './covering.ts';

/** Paints or erases along the pointer's path. */
export function strokeTool(mode: BlendMode): PaintingToolParts {
  return {
    options: [
      {
        type: 'slider',
        setting: 'sizePx',
        label: 'images.brushSize',
        typed: 'images.brushDiameter',
        commands: ['mask.smaller', 'mask.larger'],
      },
      { type: 'slider', setting: 'hardness', label: 'images.hardness' },
      {
        type: 'more',
        label: 'images.brushOptions',
        options: [
          { type: 'slider', setting: 'opacity', label: 'images.opacity' },
          { type: 'slider', setting: 'steadiness', label: 'images.steadiness' },
          { type: 'switch', setting: 'pressureToSize', label: 'images.pressure' },
        ],
      },
    ],
    cursorPx: ({ sizePx }) => sizePx,
    begin: (point, { isShift }, surface) =>
      isShift ? drawLine(mode, point, surface) : drawFreely(mode, point, surface),
  };
}

function drawFreely(mode: BlendMode, first: BrushPoint, surface: ToolSurface): ToolGesture {
  surface.beginStroke(mode, first);
  return { type: 'drag', move: surface.moveStroke, end: surface.endStroke, cancel: surface.cancelStroke };
}

/** A drag draws a line from press to release; a click draws one from the end of the last stroke. */
function drawLine(mode: BlendMode, first: BrushPoint, surface: ToolSurface): ToolGesture {
  let last = first;
  return {
    type: 'drag',
    move: (points) => {
      last = points.at(-1) ?? last;
      surface.showOutline([first, last], false);
    },
    end: () => {
      const from = isClick(surface, first, last) ? (surface.lastStrokeEnd() ?? first) : first;
      surface.beginStroke(mode, { x: from.x, y: from.y, pressure: last.pressure });
      surface.moveStroke([last]);
      surface.endStroke();
    },
  };
}
