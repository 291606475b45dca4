// The tools for painting a mask, and their settings. Independent of their implementation.

/**
 * All tools that are used on the picture itself, in the order of bar and menu, with the key of each command. For each,
 * the compiler requires a name in every language and the file with its implementation.
 */
export const MASK_TOOLS = {
  brush: { key: 'B' },
  eraser: { key: 'E' },
  lasso: { key: 'L' },
  rectangle: { key: 'R' },
  ellipse: { key: 'M' },
  quickSelect: { key: 'A' },
  wand: { key: 'W' },
  hand: { key: 'H' },
  zoom: { key: 'Z' },
} as const satisfies Readonly<Record<string, { key: string }>>;

export type MaskTool = keyof typeof MASK_TOOLS;
export const MASK_TOOL_IDS = Object.keys(MASK_TOOLS) as [MaskTool, ...MaskTool[]];

/** The i18n keys of the tools' names. A tool's name is the title of its command. */
export type ToolWordKey = `command.mask.${MaskTool}`;

/** A number in a range; an integer if `step` is 1. Fractions are 0–1. */
type NumberRow = { type: 'number'; min: number; max: number; step: number; unit: 'px' | '%' | null; default: number };
type FlagRow = { type: 'flag'; default: boolean };

/** The settings of the tools, with their defaults. */
export const TOOL_SETTINGS = {
  /** Diameter of brush and eraser in picture pixels. */
  sizePx: { type: 'number', min: 1, max: 1000, step: 1, unit: 'px', default: 48 },
  hardness: { type: 'number', min: 0, max: 1, step: 0.01, unit: '%', default: 0.8 },
  opacity: { type: 'number', min: 0.01, max: 1, step: 0.01, unit: '%', default: 1 },
  /** Fraction of the size that depends on a pen's pressure. */
  pressureToSize: { type: 'number', min: 0, max: 1, step: 0.01, unit: '%', default: 1 },
  /** How much the brush lags behind, to smooth the line. */
  steadiness: { type: 'number', min: 0, max: 1, step: 0.01, unit: '%', default: 0 },
  /** Shapes, quick select and wand remove from the mask instead of adding to it. */
  isSubtracting: { type: 'flag', default: false },
  /** Quick select gets a box around the thing instead of strokes over it. */
  isBox: { type: 'flag', default: false },
  /** The lasso connects clicks by straight lines. */
  isPolygon: { type: 'flag', default: false },
  /** Largest difference of a channel, 0–255, that the wand treats as equal. */
  tolerance: { type: 'number', min: 0, max: 255, step: 1, unit: null, default: 32 },
  /** The wand selects only connected pixels. */
  isContiguous: { type: 'flag', default: true },
} as const satisfies Readonly<Record<string, NumberRow | FlagRow>>;

type Rows = typeof TOOL_SETTINGS;
export type ToolSettingName = keyof Rows;
/** The name of a numeric setting. */
export type NumberSetting = { [S in ToolSettingName]: Rows[S] extends NumberRow ? S : never }[ToolSettingName];
/** The name of a boolean setting. */
export type FlagSetting = Exclude<ToolSettingName, NumberSetting>;

/** The current tool, and the settings of all tools; see {@link TOOL_SETTINGS}. */
export type ToolSettings = { tool: MaskTool } & { [S in NumberSetting]: number } & { [S in FlagSetting]: boolean };

/** The initial tool and settings. */
export const DEFAULT_TOOL_SETTINGS = {
  tool: 'brush',
  ...Object.fromEntries(Object.entries(TOOL_SETTINGS).map(([name, row]) => [name, row.default])),
} as ToolSettings;

/** Colours of the mask overlay, in the order in which its key switches between them. */
export const OVERLAY_COLOR_IDS = ['red', 'green', 'blue', 'yellow', 'violet'] as const;
export type OverlayColorId = (typeof OVERLAY_COLOR_IDS)[number];

/** What a person chooses: a colour, or the one that contrasts with the picture. */
export const OVERLAY_CHOICES = ['auto', ...OVERLAY_COLOR_IDS] as const;
export type OverlayChoice = (typeof OVERLAY_CHOICES)[number];

/** The initial overlay of a mask; `opacity` is 0–1. */
export const DEFAULT_OVERLAY: { color: OverlayChoice; opacity: number } = { color: 'auto', opacity: 0.45 };
