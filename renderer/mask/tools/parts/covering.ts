// What tools have in common that cover an area: adding or subtracting, and what counts as a click. It must not know any one tool.

import type { BlendMode } from '../../raster/blend.ts';
import type { Modifiers, ToolSurface } from '../../tool-api.ts';
import type { Point } from '../../view/view.ts';
import type { ToolOption } from '../tool.ts';

/** A press and release nearer than this, in device pixels, is a click. */
const CLICK_PX = 4;

/** For gestures in which Alt means something else, or nothing. */
export const NO_MODIFIERS: Modifiers = { isShift: false, isAlt: false };

/** The option that decides it. */
export const ADD_OR_SUBTRACT: ToolOption = {
  type: 'choice',
  setting: 'isSubtracting',
  label: 'images.mode',
  choices: [
    { value: false, label: 'images.modeAdd' },
    { value: true, label: 'images.modeSubtract' },
  ],
};

/** What an area becomes; Alt turns the option round. */
export function blendMode(surface: ToolSurface, { isAlt }: Modifiers): BlendMode {
  return surface.settings().isSubtracting !== isAlt ? 'erase' : 'paint';
}

/** Covers, or uncovers, what is inside an outline, if there is an inside. */
export function cover(surface: ToolSurface, outline: readonly Point[], mode: BlendMode): void {
  if (outline.length > 2) surface.apply({ type: 'shape', outline, mode });
}

/** Whether a press and a release were at the same place. */
export function isClick(surface: ToolSurface, from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) * surface.scale() < CLICK_PX;
}
