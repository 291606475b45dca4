// Sizes of the window's parts that a person can change.

/** Width of the right panels, in CSS pixels. */
export const RIGHT_PANEL_WIDTH_PX = { min: 200, max: 560 } as const;
/** Where a width begins: the panel of options, and the history of a picture, which leaves the room to the picture. */
export const RIGHT_PANEL_WIDTHS = { rightPanelWidthPx: 320, historyWidthPx: 248 } as const;
export type RightPanelWidth = keyof typeof RIGHT_PANEL_WIDTHS;

/** The sizes of the interface to choose from: 1 is the system's. */
export const INTERFACE_SCALES = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;
export type InterfaceScale = (typeof INTERFACE_SCALES)[number];

/** The next larger (1) or smaller (-1) size of the interface, or the last. */
export function steppedInterfaceScale(scale: InterfaceScale, direction: 1 | -1): InterfaceScale {
  return INTERFACE_SCALES[INTERFACE_SCALES.indexOf(scale) + direction] ?? scale;
}

/** What surrounds a picture that is edited or compared. `auto`: dark in the dark theme, grey in the light one. */
export const SURROUNDS = ['auto', 'dark', 'grey', 'light'] as const;

/** How the library shows its items. */
export const LIBRARY_VIEWS = ['grid', 'list'] as const;

/** Width of the cells of the library's grid, in CSS pixels; in a large window they are larger in proportion. */
export const LIBRARY_TILE_PX = { min: 136, max: 480, default: 196 } as const;
