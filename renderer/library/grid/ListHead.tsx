// The heads of the library's list: a click sorts.

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useStore } from 'zustand';
import { useTranslation } from '../../services.ts';
import styles from '../ItemGrid.module.css';
import type { LibraryStore } from '../library-store.ts';
import { PADDING_PX } from './cell-size.ts';
import { LIST_COLUMNS, sortedBy } from './list-columns.ts';

/** The row of heads. @param insetPx the width of the scroll bar beside the rows */
export function ListHead({ store, insetPx }: { store: LibraryStore; insetPx: number }) {
  const { t } = useTranslation();
  const sort = useStore(store, (library) => library.sort);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; the buttons in it take the focus.
    <div role="row" aria-rowindex={1} className={styles.head} style={{ paddingRight: PADDING_PX + insetPx }}>
      {LIST_COLUMNS.map(({ id, sortsBy }) => {
        const isSorted = sortsBy === sort.by;
        const direction = sort.isDescending ? 'descending' : 'ascending';
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; the button in it takes the focus.
          <div key={id} role="columnheader" data-column={id} aria-sort={isSorted ? direction : undefined}>
            {sortsBy === null ? (
              t(`library.column.${id}`)
            ) : (
              <button type="button" onClick={() => void store.getState().setSort(sortedBy(sortsBy, sort))}>
                {t(`library.column.${id}`)}
                {isSorted &&
                  (sort.isDescending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}
