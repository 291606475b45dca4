// Lists that settings have for each connection. An id comes from the page and may be the name of what all objects have.

/** Such lists, by the id of their connection. */
type Lists<T> = Readonly<Record<string, readonly T[]>>;

/** The list of a connection; empty if there is none. */
export function listOf<T>(lists: Lists<T>, id: string): readonly T[] {
  return (Object.hasOwn(lists, id) ? lists[id] : undefined) ?? [];
}

/** The lists with another one for a connection, of which only the last `most` are kept; an empty one is removed. */
export function withList<T>(lists: Lists<T>, id: string, list: readonly T[], most: number): Record<string, T[]> {
  const others = Object.entries(lists).filter(([other]) => other !== id);
  const now = list.length === 0 ? others : [...others, [id, list.slice(-most)] as const];
  return Object.fromEntries(now) as Record<string, T[]>;
}
