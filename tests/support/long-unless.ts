// Which of several similar specs `npm test` runs.

/** The options of a test that belongs to `npm run test:long`, unless it is one that `npm test` runs too. */
export function longUnless(isShort: boolean): { tag?: '@long' } {
  return isShort ? {} : { tag: '@long' };
}
