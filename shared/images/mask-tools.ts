// The tools a mask is painted with, and what can be set for them. It must not know how they work.

/** Every tool that is used on the picture itself. */
export const MASK_TOOLS = ['brush', 'eraser', 'lasso', 'rectangle', 'ellipse', 'wand'] as const;
export type MaskTool = (typeof MASK_TOOLS)[number];

/** Diameters of the brush, in picture pixels. */
export const BRUSH_SIZE_PX = { min: 1, max: 1000 } as const;

/** Colours a mask can be shown in, in the order the key goes through them. */
export const OVERLAY_COLOR_IDS = ['red', 'green', 'blue', 'yellow', 'violet'] as const;
export type OverlayColorId = (typeof OVERLAY_COLOR_IDS)[number];

/** The tool in hand, and how tools work; shares are 0–1. */
export type ToolSettings = {
  tool: MaskTool;
  /** Diameter of brush and eraser in picture pixels; see {@link BRUSH_SIZE_PX}. */
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

/** How tools begin. */
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

/** How a mask is shown at first; `opacity` is 0–1. */
export const DEFAULT_OVERLAY: { color: OverlayColorId; opacity: number } = { color: 'red', opacity: 0.45 };
