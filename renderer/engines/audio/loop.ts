// A selection that is repeated during playback.

/** In seconds from the start; `toS` is greater than `fromS`. */
export type Loop = { readonly fromS: number; readonly toS: number };
