// The items of which something failed, each with the reason.

import { formatCount } from '../../../shared/text/format-text.ts';
import { fileErrorText } from '../../items/error-text.ts';
import { useTranslation } from '../../services.ts';
import styles from './BatchDialog.module.css';
import type { Failure } from './run-batch.ts';

/** Failures that are listed. */
const MAX_LISTED = 200;

/** The list; nothing if nothing failed. */
export function FailureList({ label, failures }: { label: string; failures: readonly Failure[] }) {
  const { t, locale } = useTranslation();
  if (failures.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <ul className={styles.failures} aria-label={label} tabIndex={0}>
      {failures.slice(0, MAX_LISTED).map(({ entry, error }) => (
        <li key={entry.id}>
          {entry.title === '' ? t('library.unknown') : entry.title}
          <div className={styles.reason}>{fileErrorText(error, t)}</div>
        </li>
      ))}
      {failures.length > MAX_LISTED && (
        <li>{t('batch.more', { count: formatCount(failures.length - MAX_LISTED, locale) })}</li>
      )}
    </ul>
  );
}
