// What the tools that fill an area share: adding or subtracting, and what counts as a click.

import type { BlendMode } from '../../raster/blend.ts';
import type { Modifiers, ToolSurface } from '../../tool-api.ts';
import type { Point } from '../../view/view.ts';
import type { ToolOption } from '../tool.ts';

/** A press and a release closer than this, in device pixels, are a click. */
const CLICK_PX = 4;

/** For gestures in which Alt has another meaning, or none. */
export const NO_MODIFIERS: Modifiers = { isShift: false, isAlt: false };

/** The option that chooses between adding and subtracting. */
export const ADD_OR_SUBTRACT: ToolOption = {
  type: 'choice',
  setting: 'isSubtracting',
  label: 'images.mode',
  choices: [
    { value: false, label: 'images.modeAdd' },
    { value: true, label: 'images.modeSubtract' },
  ],
};

/** Whether the tool adds or subtracts. Alt inverts the option. */
export function blendMode(surface: ToolSurface, { isAlt }: Modifiers): BlendMode {
  return surface.settings().isSubtracting !== isAlt ? 'erase' : 'paint';
}

/** Adds the inside of an outline to the mask, or removes it; does nothing if the outline has no inside. */
export function cover(surface: ToolSurface, outline: readonly Point[], mode: BlendMode): void {
  if (outline.length > 2) surface.apply({ type: 'shape', outline, mode });
}

/** Whether a press and a release were at the same place. */
export function isClick(surface: ToolSurface, from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) * surface.scale() < CLICK_PX;
}
