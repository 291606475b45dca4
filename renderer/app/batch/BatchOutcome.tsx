// What a batch came to: how many files were saved, what failed and why, and what was not tried.

import { formatCount } from '../format-text.ts';
import { fileErrorText } from '../items/error-text.ts';
import { useTranslation } from '../services.ts';
import styles from './BatchDialog.module.css';
import type { Outcome } from './batch-store.ts';

/** Failures that are listed. */
const MAX_LISTED = 200;

/** The outcome in words, with the reason of each failure. */
export function BatchOutcome({ outcome }: { outcome: Outcome }) {
  const { t, locale } = useTranslation();
  const { savedCount, folderName, failures, rest, stoppedBy } = outcome;
  return (
    <div className={styles.outcome}>
      <div role="status">
        <p>{t('batch.saved', { count: savedCount, folder: folderName })}</p>
        {rest.length > 0 && <p>{t(stoppedBy === null ? 'batch.rest' : 'batch.stopped', { count: rest.length })}</p>}
        {failures.length > 0 && <p>{t('batch.failed', { count: failures.length })}</p>}
      </div>
      {failures.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <ul className={styles.failures} aria-label={t('batch.failures')} tabIndex={0}>
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
      )}
    </div>
  );
}
