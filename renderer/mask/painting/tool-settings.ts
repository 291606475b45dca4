// What a person sets for the tools. It must not know how they work.

import type { BrushId } from './brushes.ts';

/** Every tool that is used on the picture itself. */
export type ToolId = BrushId | 'lasso' | 'rectangle' | 'ellipse' | 'wand';

/** The tool in hand, and how tools work; shares are 0–1. */
export type ToolSettings = {
  tool: ToolId;
  /** Diameter of brush and eraser in picture pixels, from 1. */
  sizePx: number;
  hardness: number;
  opacity: number;
  /** Share of the size that a pen's pressure decides. */
  pressureToSize: number;
  /** How much the brush lags behind to steady the line. */
  steadiness: number;
  /** Shapes and wand take away instead of adding. */
  isSubtracting: boolean;
  /** The lasso goes from click to click in straight lines. */
  isPolygon: boolean;
  /** Largest difference of a channel, 0–255, that the wand takes as alike. */
  tolerance: number;
  /** The wand takes only what is connected. */
  isContiguous: boolean;
};

export const DEFAULT_TOOL_SETTINGS: ToolSettings = {
  tool: 'brush',
  sizePx: 48,
  hardness: 0.8,
  opacity: 1,
  pressureToSize: 1,
  steadiness: 0,
  isSubtracting: false,
  isPolygon: false,
  tolerance: 32,
  isContiguous: true,
};
