// What becomes of several pictures that are opened at once.

/** The first is edited. The others are `references` of it, or wait under Recent, each on its own. */
export const SEVERAL_PICTURES = ['references', 'separate'] as const;
export type SeveralPictures = (typeof SEVERAL_PICTURES)[number];
