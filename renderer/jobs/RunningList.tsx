// Several running jobs: one progress bar, why they are not sent, and a row for each with its time. A single job is
// shown by RunningLine.

import { useSession, useTranslation } from '../services.ts';
import { queueOf, type RunningJob } from '../shell/session-store.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { formatElapsed, formatQueueStatus } from './job-status-text.ts';
import { QueueRows } from './QueueRows.tsx';
import { ResumeButton } from './ResumeButton.tsx';
import styles from './RunningLine.module.css';
import { TickingText } from './TickingText.tsx';

type RunningListProps = { label: string; listLabel: string; jobs: readonly RunningJob[] };

/** Shown instead of the cost line while several jobs run. */
export function RunningList({ label, listLabel, jobs }: RunningListProps) {
  const { t } = useTranslation();
  const waiting = jobs.find(({ state }) => state === 'queued');
  const queue = useSession((session) => (waiting === undefined ? undefined : queueOf(session, waiting.connectionId)));
  return (
    <div className={styles.running} data-held={queue === undefined ? undefined : ''}>
      <ProgressBar label={label} valueText={t('running.several', { count: jobs.length })} />
      {queue !== undefined && (
        <div className={styles.line}>
          <TickingText className={styles.state} text={(nowMs) => formatQueueStatus(queue, nowMs, t) ?? ''} />
          <span className={styles.buttons}>
            <ResumeButton connectionId={queue.connectionId} isPaused={queue.isPaused} />
          </span>
        </div>
      )}
      <div className={styles.rows}>
        <QueueRows label={listLabel} jobs={jobs} stateOf={(job) => <Elapsed job={job} />} />
      </div>
    </div>
  );
}

function Elapsed({ job }: { job: RunningJob }) {
  const { t } = useTranslation();
  if (job.state === 'queued') return t(job.isPaused ? 'queue.paused' : 'queue.waits');
  return <TickingText text={(nowMs) => formatElapsed(job, nowMs, t)} />;
}
