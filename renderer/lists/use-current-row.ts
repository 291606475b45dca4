// Which row of a list is the current one: the one in the Tab order. It is followed by its id when rows come, go or move.

import { useState } from 'react';

/** The current row, and how to make another row the current one. */
export type CurrentRow = { currentIndex: number; onCurrent: (index: number) => void };

/**
 * Follows the current row. If it goes, the row that takes its place is the current one.
 * @param ids the ids of all rows, in their order
 * @param beginsAt the current row while nobody has chosen one: its id, or an index; -1 counts from the end
 */
export function useCurrentRow(ids: readonly string[], beginsAt: string | number = 0): CurrentRow {
  const [last, setLast] = useState<{ id: string; index: number } | null>(null);
  const found = last === null ? -1 : ids.indexOf(last.id);
  // Remembered, because the row that takes its place is at the index that it had last.
  if (last !== null && found !== -1 && found !== last.index) setLast({ id: last.id, index: found });
  const begin = typeof beginsAt === 'number' ? beginsAt : ids.indexOf(beginsAt);
  const index = found !== -1 ? found : (last?.index ?? (begin < 0 ? ids.length - 1 : begin));
  return {
    currentIndex: Math.min(index, ids.length - 1),
    onCurrent: (next) => {
      const id = ids[next];
      if (id === undefined) return;
      setLast((before) => (before?.id === id && before.index === next ? before : { id, index: next }));
    },
  };
}
