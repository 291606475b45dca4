// Quick select: adds the thing that is stroked over, clicked on, or in a box.

import { SquareDashedMousePointer } from 'lucide-react';
import { rectangleOutline } from '../painting/shapes.ts';
import { ADD_OR_SUBTRACT, blendMode } from './parts/covering.ts';
import type { Tool } from './tool.ts';

export const quickSelect: Tool = {
  icon: SquareDashedMousePointer,
  options: [
    {
      type: 'choice',
      setting: 'isBox',
      label: 'images.selectBy',
      choices: [
        { value: false, label: 'images.byStroke' },
        { value: true, label: 'images.byBox' },
      ],
    },
    ADD_OR_SUBTRACT,
  ],
  cursorPx: () => 0,
  looksFirst: true,
  begin: (first, modifiers, surface) => {
    const { isBox } = surface.settings();
    surface.beginSelect(blendMode(surface, modifiers), isBox ? 'box' : 'stroke', first);
    return {
      type: 'drag',
      move: (points) => {
        surface.moveStroke(points);
        if (isBox) surface.showOutline(rectangleOutline({ from: first, to: points.at(-1) ?? first }), true);
      },
      end: surface.endStroke,
      cancel: surface.cancelStroke,
    };
  },
};
