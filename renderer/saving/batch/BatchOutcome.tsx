// What a batch came to: how many files were saved, what failed and why, and what was not tried.

import type { AppError } from '../../../shared/errors.ts';
import { ShowSaved } from '../../items/ShowSaved.tsx';
import { traceTexts } from '../../items/saved-files.ts';
import { useTranslation } from '../../services.ts';
import styles from './BatchDialog.module.css';
import type { Outcome } from './batch-store.ts';
import { FailureList } from './FailureList.tsx';

/** The outcome in words, with the reason of each failure. */
export function BatchOutcome({ outcome, report }: { outcome: Outcome; report: (error: AppError | null) => void }) {
  const { t } = useTranslation();
  const { saved, folderName, failures, rest, stoppedBy } = outcome;
  return (
    <div className={styles.outcome}>
      <div role="status">
        <p>{t('batch.saved', { count: saved.length, folder: folderName })}</p>
        {traceTexts(saved, t).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {rest.length > 0 && <p>{t(stoppedBy === null ? 'batch.rest' : 'batch.stopped', { count: rest.length })}</p>}
        {failures.length > 0 && <p>{t('batch.failed', { count: failures.length })}</p>}
      </div>
      <ShowSaved files={saved} report={report} />
      <FailureList label={t('batch.failures')} failures={failures} />
    </div>
  );
}
