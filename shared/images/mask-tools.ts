// The tools a mask is painted with, and what can be set for them. It must not know how they work.

/**
 * Every tool that is used on the picture itself, in the order of bar and menu, with the key of its command. The compiler then asks for its
 * name in every language and for the file that says how it works.
 */
export const MASK_TOOLS = {
  brush: { key: 'B' },
  eraser: { key: 'E' },
  lasso: { key: 'L' },
  rectangle: { key: 'R' },
  ellipse: { key: 'M' },
  wand: { key: 'W' },
} as const satisfies Readonly<Record<string, { key: string }>>;

export type MaskTool = keyof typeof MASK_TOOLS;
export const MASK_TOOL_IDS = Object.keys(MASK_TOOLS) as [MaskTool, ...MaskTool[]];

/** Words that every language has for the tools. A tool's name is the title of its command. */
export type ToolWordKey = `command.mask.${MaskTool}`;

/** A number within a range; with `step` 1 it is whole. Shares are 0–1. */
type NumberRow = { type: 'number'; min: number; max: number; step: number; unit: 'px' | '%' | null; default: number };
type FlagRow = { type: 'flag'; default: boolean };

/** What can be set for the tools, and how it begins. */
export const TOOL_SETTINGS = {
  /** Diameter of brush and eraser in picture pixels. */
  sizePx: { type: 'number', min: 1, max: 1000, step: 1, unit: 'px', default: 48 },
  hardness: { type: 'number', min: 0, max: 1, step: 0.01, unit: '%', default: 0.8 },
  opacity: { type: 'number', min: 0.01, max: 1, step: 0.01, unit: '%', default: 1 },
  /** Share of the size that a pen's pressure decides. */
  pressureToSize: { type: 'number', min: 0, max: 1, step: 0.01, unit: '%', default: 1 },
  /** How much the brush lags behind to steady the line. */
  steadiness: { type: 'number', min: 0, max: 1, step: 0.01, unit: '%', default: 0 },
  /** Shapes and wand take away instead of adding. */
  isSubtracting: { type: 'flag', default: false },
  /** The lasso goes from click to click in straight lines. */
  isPolygon: { type: 'flag', default: false },
  /** Largest difference of a channel, 0–255, that the wand takes as alike. */
  tolerance: { type: 'number', min: 0, max: 255, step: 1, unit: null, default: 32 },
  /** The wand takes only what is connected. */
  isContiguous: { type: 'flag', default: true },
} as const satisfies Readonly<Record<string, NumberRow | FlagRow>>;

type Rows = typeof TOOL_SETTINGS;
export type ToolSettingName = keyof Rows;
/** A setting that is a number. */
export type NumberSetting = { [S in ToolSettingName]: Rows[S] extends NumberRow ? S : never }[ToolSettingName];
/** A setting that is yes or no. */
export type FlagSetting = Exclude<ToolSettingName, NumberSetting>;

/** The tool in hand, and how tools work; see {@link TOOL_SETTINGS}. */
export type ToolSettings = { tool: MaskTool } & { [S in NumberSetting]: number } & { [S in FlagSetting]: boolean };

/** How tools begin. */
export const DEFAULT_TOOL_SETTINGS = {
  tool: 'brush',
  ...Object.fromEntries(Object.entries(TOOL_SETTINGS).map(([name, row]) => [name, row.default])),
} as ToolSettings;

/** Colours a mask can be shown in, in the order the key goes through them. */
export const OVERLAY_COLOR_IDS = ['red', 'green', 'blue', 'yellow', 'violet'] as const;
export type OverlayColorId = (typeof OVERLAY_COLOR_IDS)[number];

/** How a mask is shown at first; `opacity` is 0–1. */
export const DEFAULT_OVERLAY: { color: OverlayColorId; opacity: number } = { color: 'red', opacity: 0.45 };
