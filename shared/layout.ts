// Sizes of the window's parts that a person can change.

/** Width of the right panel, in CSS pixels. */
export const RIGHT_PANEL_WIDTH_PX = { min: 260, max: 560, default: 320 } as const;
