// When two orders of the same are one wish of a person.

/**
 * The same that is ordered again sooner than this after it was ordered is the same wish: a double click, a click and its
 * key. So is whatever is ordered while it is on its way.
 */
export const ONE_WISH_MS = 500;
