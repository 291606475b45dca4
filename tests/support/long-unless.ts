// Which of several similar specs are run by `npm test` and `npm run test:all`.

/** The options of a test that belongs to `npm run test:long` unless it is `short`; such a one may be `@slow`. */
export function longUnless(isShort: boolean, short?: '@slow'): { tag?: '@long' | '@slow' } {
  if (!isShort) return { tag: '@long' };
  return short === undefined ? {} : { tag: short };
}
