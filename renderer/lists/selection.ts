// The selection of several rows for a common action: which ones, and where it started. Pure functions.

/** The selected ids, and the row at which the selection starts: `extended` selects from there. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly anchorId: string | null };

export const NO_SELECTION: Selection = { ids: new Set(), anchorId: null };

/** A row was chosen alone: the selection ends, and the next one starts here. */
export function startedAt(anchorId: string | null): Selection {
  return { ids: NO_SELECTION.ids, anchorId };
}

/** Adds a row or removes it; a new selection includes the row that was chosen before. */
export function toggled({ ids, anchorId }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (next.size === 0 && anchorId !== null && anchorId !== id) next.add(anchorId);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchorId: id };
}

/** Selects all rows from the start of the selection to `id`. @param order the ids of all rows */
export function extended({ anchorId }: Selection, id: string, order: readonly string[]): Selection {
  const start = anchorId !== null && order.includes(anchorId) ? anchorId : id;
  const [from, to] = [order.indexOf(start), order.indexOf(id)];
  return { ids: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchorId: start };
}

/** Selects all rows. */
export function withAll({ anchorId }: Selection, order: readonly string[]): Selection {
  return { ids: new Set(order), anchorId };
}

/** Drops rows that no longer exist. */
export function keptOf(selection: Selection, order: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const ids = new Set(order.filter((id) => selection.ids.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
