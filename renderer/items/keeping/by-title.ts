// The order of collections.

/** Sorts by title as people of a language do, numbers by their value. */
export function byTitle<T extends { title: string }>(all: readonly T[], locale: string): T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return all.toSorted((a, b) => compare(a.title, b.title));
}
