// Limits of what is done with many items of the library.

/** How many items one request deletes, restores, saves or drags at once. */
export const MAX_AT_ONCE = 1000;
