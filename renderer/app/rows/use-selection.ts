// The selection of a list whose rows have ids, for `useRows`.

import { useState } from 'react';
import { extended, keptOf, NO_SELECTION, startedAt, toggled, withAll } from './selection.ts';
import type { RowSelection } from './use-rows.ts';

/** Keeps a selection; rows that are gone are no part of it. @param ids the ids of all rows, in their order */
export function useSelection(ids: readonly string[]): RowSelection & { selected: ReadonlySet<string> } {
  const [stored, setSelection] = useState(NO_SELECTION);
  const selection = keptOf(stored, ids);
  const at = (index: number): string => ids[index] ?? '';
  return {
    selected: selection.ids,
    size: selection.ids.size,
    isSelected: (index) => selection.ids.has(at(index)),
    start: (index) => setSelection(startedAt(at(index))),
    toggle: (index) => setSelection(toggled(selection, at(index))),
    extendTo: (index) => setSelection(extended(selection, at(index), ids)),
    all: () => setSelection(withAll(selection, ids)),
    clear: () => setSelection({ ...selection, ids: NO_SELECTION.ids }),
  };
}
