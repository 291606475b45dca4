// The cell of one item in the library's grid, or the place of one that has not been read.

import { type AriaAttributes, memo } from 'react';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { MissingMedia } from '../../../shared/contract/media.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { useMissingOf, withMissing } from '../../items/MissingFile.tsx';
import { RenameField } from '../../lists/RenameField.tsx';
import { SelectedMark } from '../../lists/SelectedMark.tsx';
import { rowProps } from '../../lists/use-rows.ts';
import { useTranslation } from '../../services.ts';
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

/**
 * The cell; memoised, so that it is rendered only when it changes. The element of a place becomes that of its item: the
 * focus stays, and nothing is laid out before its frame.
 */
export const ItemCell = memo(function ItemCell({ item, ...props }: ItemCellProps) {
  const { index, isCurrent, isOpen, isSelected, isRenamed } = props;
  const { t, locale } = useTranslation();
  const file = useMissingOf(item);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; `rowProps` makes it focusable.
    <div
      role="gridcell"
      {...(item === undefined ? placeProps(index, t) : itemProps(item, file, t, locale))}
      aria-selected={item && (isOpen || isSelected)}
      className={item === undefined ? styles.place : styles.cell}
      {...rowProps(index, isCurrent)}
      draggable={item && !isRenamed}
    >
      {isSelected && <SelectedMark className={styles.selected} isSilent />}
      {item && <ItemFace key={item.id} item={item} file={file} t={t} locale={locale} />}
      {item && isRenamed && (
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
});

/** What says that an item has not been read. */
export function placeProps(index: number, t: Translate): AriaAttributes {
  return { 'aria-busy': true, 'aria-label': t('library.place', { number: index + 1 }) };
}

/** What names the element of an item. */
export function itemProps(item: LibraryItem, file: MissingMedia | undefined, t: Translate, locale: Locale) {
  return {
    'data-item': item.id,
    'data-starred': item.isStarred ? '' : undefined,
    'aria-label': withMissing(itemLabel(item, t, locale), file, t),
  };
}
