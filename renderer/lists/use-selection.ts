// The selection of a list whose rows have ids, for `useRows`.

import { useState } from 'react';
import { extended, keptOf, NO_SELECTION, type Selection, startedAt, toggled, withAll } from './selection.ts';
import type { RowSelection } from './use-rows.ts';

/** Keeps a selection; rows that are gone are no part of it. @param ids the ids of all rows, in their order */
export function useSelection(ids: readonly string[]): RowSelection & { selected: ReadonlySet<string> } {
  const [stored, setSelection] = useState(NO_SELECTION);
  const selected = keptOf(stored, ids).ids;
  const at = (index: number): string => ids[index] ?? '';
  /** From the latest selection, because one key press may change it twice. */
  const change = (next: (selection: Selection) => Selection): void =>
    setSelection((latest) => next(keptOf(latest, ids)));
  return {
    selected,
    size: selected.size,
    isSelected: (index) => selected.has(at(index)),
    start: (index) => change(() => startedAt(at(index))),
    toggle: (index) => change((selection) => toggled(selection, at(index))),
    extendTo: (index) => change((selection) => extended(selection, at(index), ids)),
    all: () => change((selection) => withAll(selection, ids)),
    clear: () => change((selection) => ({ ...selection, ids: NO_SELECTION.ids })),
  };
}
