// How large a script can be.

/** Longest text, in UTF-16 units; one of 10 000 lines has about 1 000 000. */
export const MAX_SCRIPT_TEXT = 4_000_000;
export const MAX_SCRIPT_LINES = 100_000;
/** Longest title, and longest name of a role, voice or chapter. */
export const MAX_SCRIPT_NAME = 200;
/** Most roles of a cast, and most rules of a lexicon. */
export const MAX_CAST = 2000;
export const MAX_RULES = 5000;

/** Number of colours that tell roles apart. */
export const ROLE_COLOURS = 12;
