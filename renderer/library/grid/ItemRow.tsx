// The row of one item in the library's list, or the place of one that has not been read.

import { memo } from 'react';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { Locale, Translate } from '../../../shared/i18n/index.ts';
import { formatDateTime, formatFileSize } from '../../../shared/text/format-text.ts';
import { itemCaption, takeDuration, voiceNameOf } from '../../items/item-text.ts';
import { MissingMark, useMissingOf } from '../../items/MissingFile.tsx';
import { RenameField } from '../../lists/RenameField.tsx';
import { rowProps } from '../../lists/use-rows.ts';
import { useTranslation } from '../../services.ts';
import { pictureSize, ratedText, shortened } from '../ItemFace.tsx';
import styles from '../ItemGrid.module.css';
import { type ItemCellProps, itemProps, placeProps } from './ItemCell.tsx';
import { LIST_COLUMNS, type ListColumn } from './list-columns.ts';

/** The row; memoised, so that it is rendered only when it changes. As a cell, a place becomes its item. */
export const ItemRow = memo(function ItemRow({ item, ...props }: ItemCellProps) {
  const { index, rowIndex, isCurrent, isOpen, isSelected, isRenamed } = props;
  const { t, locale } = useTranslation();
  const file = useMissingOf(item);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; `rowProps` makes it focusable.
    <div
      role="row"
      {...(item === undefined ? placeProps(index, t) : itemProps(item, file, t, locale))}
      aria-rowindex={rowIndex}
      aria-selected={item && (isOpen || isSelected)}
      className={item === undefined ? styles.listPlace : styles.listRow}
      {...rowProps(index, isCurrent)}
      draggable={item && !isRenamed}
    >
      {item &&
        LIST_COLUMNS.map(({ id }) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; the row takes the focus.
          <div key={id} role="gridcell" data-column={id}>
            {id === 'name' && isRenamed ? (
              <RenameField
                name={item.title}
                onRename={(title) => props.onRename(item, title)}
                onEnd={(isByKey) => props.onRenameEnd(index, isByKey)}
              />
            ) : (
              <>
                {id === 'name' && file && <MissingMark file={file} />}
                {columnText(id, item, t, locale)}
              </>
            )}
          </div>
        ))}
    </div>
  );
});

function columnText(column: ListColumn, item: LibraryItem, t: Translate, locale: Locale): string {
  switch (column) {
    case 'name':
      return `${item.isStarred ? '★ ' : ''}${shortened(itemCaption(item)) || t('reply.untitled')}${ratedText(item)}`;
    case 'kind':
      return t(`library.kindOf.${item.kind}`);
    case 'voice':
      return item.kind === 'speech' ? voiceNameOf(item, t('speech.voiceDefault')) : item.model;
    case 'duration':
      return item.kind === 'speech' ? takeDuration(item) : item.kind === 'edit' ? pictureSize(item, t) : '';
    case 'size':
      return formatFileSize(item.kind === 'edit' ? item.raw.sizeBytes : item.sizeBytes, t, locale);
    case 'date':
      return formatDateTime(item.createdAtMs, locale);
  }
}
