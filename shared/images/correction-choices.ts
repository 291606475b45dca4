// The corrections that join a result to its source; each can be switched off.

/** Every correction, and whether it is made of new results unless a person prefers otherwise. */
export const DEFAULT_CORRECTIONS = {
  isAligned: true,
  isSeamMatched: true,
  isLightMatched: true,
  isGrainMatched: true,
  isBlended: false,
} as const;

/** The name of a correction. */
export type Correction = keyof typeof DEFAULT_CORRECTIONS;
export type CorrectionChoices = { [Name in Correction]: boolean };

/** In the order in which they are shown. */
export const CORRECTIONS = Object.keys(DEFAULT_CORRECTIONS) as Correction[];
