// The wand: adds the pixels that look like the one pressed.

import { WandSparkles } from 'lucide-react';
import { ADD_OR_SUBTRACT, blendMode } from './parts/covering.ts';
import type { Tool } from './tool.ts';

export const wand: Tool = {
  icon: WandSparkles,
  options: [
    { type: 'slider', setting: 'tolerance', label: 'images.tolerance' },
    {
      type: 'choice',
      setting: 'isContiguous',
      label: 'images.wandReach',
      choices: [
        { value: true, label: 'images.connected' },
        { value: false, label: 'images.everywhere' },
      ],
    },
    ADD_OR_SUBTRACT,
  ],
  cursorPx: () => 0,
  begin: (point, modifiers, surface) => ({
    type: 'drag',
    // Only the position of the press counts, even if the pointer moves before release.
    move: () => undefined,
    end: () => {
      const { tolerance, isContiguous } = surface.settings();
      surface.select(point, { tolerance, isContiguous }, blendMode(surface, modifiers));
    },
  }),
};
