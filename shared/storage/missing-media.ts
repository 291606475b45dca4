// Limits of the search for missing media files.

/** How many files can be asked about at once. */
export const MAX_LOOKED_AT = 1000;
