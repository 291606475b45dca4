// The bar above a result, on the canvas or compared: its actions, always in the same places.

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { EditItem } from '../../../shared/contract/library.ts';
import type { ImagesStore } from '../images-store.ts';
import { shownResult } from '../middle.ts';
import { PresentedActions } from './PresentedActions.tsx';
import { ResultActions } from './ResultActions.tsx';
import styles from './ResultBar.module.css';

type ResultBarProps = {
  store: ImagesStore;
  item: EditItem;
  /** The result whose saving as another format is open. */
  exportedId: string | null;
  onExported: (id: string | null) => void;
  /** What stands at its beginning while it is compared. */
  children?: ReactNode;
};

/** The bar. */
export function ResultBar({ store, item, exportedId, onExported, children }: ResultBarProps) {
  const shown = useStore(store, shownResult);
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        {children ?? <PresentedActions store={store} item={item} />}
        {shown !== undefined && (
          <ResultActions
            store={store}
            item={shown}
            isExporting={exportedId === shown.id}
            onExporting={(isExporting) => onExported(isExporting ? shown.id : null)}
          />
        )}
      </div>
    </div>
  );
}
