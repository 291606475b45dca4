// The cell of one item in the library's grid, or the place of one that has not been read.

import { memo } from 'react';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { useMissingOf, withMissing } from '../../app/items/MissingFile.tsx';
import { RenameField } from '../../app/rows/RenameField.tsx';
import { SelectedMark } from '../../app/rows/SelectedMark.tsx';
import { rowProps } from '../../app/rows/use-rows.ts';
import { useTranslation } from '../../app/services.ts';
import { ItemFace, itemLabel } from '../ItemFace.tsx';
import styles from '../ItemGrid.module.css';

/** What a cell, or a row of the list, gets. */
export type ItemCellProps = {
  /** Undefined while it has not been read. */
  item: LibraryItem | undefined;
  index: number;
  /** The number of its row, from 1. */
  rowIndex: number;
  isCurrent: boolean;
  /** Its details are open, and no items are selected. */
  isOpen: boolean;
  isSelected: boolean;
  isRenamed: boolean;
  onRename: (item: LibraryItem, title: string) => void;
  onRenameEnd: (index: number, isByKey: boolean) => void;
};

/** The cell; memoised, so that it is rendered only when it changes. */
export const ItemCell = memo(function ItemCell({ item, ...props }: ItemCellProps) {
  const { t, locale } = useTranslation();
  if (item !== undefined) return <ReadCell item={item} t={t} locale={locale} {...props} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; `rowProps` makes it focusable.
    <div
      role="gridcell"
      aria-busy
      aria-label={t('library.place', { number: props.index + 1 })}
      className={styles.place}
      {...rowProps(props.index, props.isCurrent)}
    />
  );
});

function ReadCell({ item, t, locale, ...props }: ItemCellProps & { item: LibraryItem; t: Translate; locale: Locale }) {
  const { index, isCurrent, isOpen, isSelected, isRenamed } = props;
  const file = useMissingOf(item);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; `rowProps` makes it focusable.
    <div
      role="gridcell"
      data-item={item.id}
      data-starred={item.isStarred ? '' : undefined}
      aria-label={withMissing(itemLabel(item, t, locale), file, t)}
      aria-selected={isOpen || isSelected}
      className={styles.cell}
      {...rowProps(index, isCurrent)}
      draggable={!isRenamed}
    >
      {isSelected && <SelectedMark className={styles.selected} isSilent />}
      <ItemFace item={item} file={file} t={t} locale={locale} />
      {isRenamed && (
        <span className={styles.rename}>
          <RenameField
            name={item.title}
            onRename={(title) => props.onRename(item, title)}
            onEnd={(isByKey) => props.onRenameEnd(index, isByKey)}
          />
        </span>
      )}
    </div>
  );
}
