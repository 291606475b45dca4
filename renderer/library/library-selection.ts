// The selection of the library: some items by id, or all that match but a few. All that match are a query, never a list
// of ids. Pure functions.

/** What is selected. */
export type LibrarySelection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> };

export const NONE: LibrarySelection = { kind: 'some', ids: new Set() };
export const ALL: LibrarySelection = { kind: 'all', except: new Set() };

/** Whether an item that matches is selected. */
export function isIn(selection: LibrarySelection, id: string): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

/** How many are selected. @param total how many match */
export function sizeOf(selection: LibrarySelection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size);
}

/** Adds an item or removes it. @param before the item chosen before, which a new selection includes */
export function toggledIn(selection: LibrarySelection, id: string, before: string | null): LibrarySelection {
  const next = new Set(selection.kind === 'some' ? selection.ids : selection.except);
  if (selection.kind === 'some' && next.size === 0 && before !== null && before !== id) next.add(before);
  if (!next.delete(id)) next.add(id);
  return selection.kind === 'some' ? { kind: 'some', ids: next } : { kind: 'all', except: next };
}

/** Some items. */
export function someOf(ids: Iterable<string>): LibrarySelection {
  return { kind: 'some', ids: new Set(ids) };
}

/** Drops items that no longer match. */
export function withoutIds(selection: LibrarySelection, gone: ReadonlySet<string>): LibrarySelection {
  if (selection.kind === 'all' || gone.size === 0) return selection;
  return someOf([...selection.ids].filter((id) => !gone.has(id)));
}
