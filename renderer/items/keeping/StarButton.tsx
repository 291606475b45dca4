// The star of an item: on or off.

import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import { useCommons, useTranslation } from '../../services.ts';
import { classNames } from '../../ui/class-names.ts';
import { errorText } from '../error-text.ts';
import styles from './Keeping.module.css';
import { keepItems } from './keep-actions.ts';

type StarButtonProps = {
  item: LibraryItem;
  /** Without it a failure is told by a message. */
  report?: (error: AppError | null) => void;
  /** Left out of the Tab order in rows, where a key does the same. */
  isInRow?: boolean;
  className?: string | undefined;
};

/** The button. */
export function StarButton({ item, report, isInRow = false, className }: StarButtonProps) {
  const commons = useCommons();
  const { t } = useTranslation();
  const { isStarred } = item;
  const notify = (error: AppError | null): void => {
    if (error !== null) commons.toasts.add({ title: errorText(error.code, 'title', t, 'speech') });
  };
  return (
    <button
      type="button"
      className={classNames(styles.star, className)}
      aria-label={t('keep.star')}
      aria-pressed={isStarred}
      title={t(isStarred ? 'keep.unstar' : 'keep.star')}
      {...(isInRow && { tabIndex: -1 })}
      onClick={() => void keepItems(commons, [item.id], { isStarred: !isStarred }).then(report ?? notify)}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}
