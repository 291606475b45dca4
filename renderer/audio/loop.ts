// A selection that is played over and over.

/** Seconds from the start; `toS` is greater. */
export type Loop = { readonly fromS: number; readonly toS: number };
