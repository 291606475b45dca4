// The queue of one connection: its running and queued jobs, and the buttons that pause it and cancel its jobs.

import { useCommons, useSession, useTranslation } from '../services.ts';
import { isJobRunning, queueOf, type RunningJob } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { formatQueueStatus } from './job-status-text.ts';
import { QueueRows } from './QueueRows.tsx';
import styles from './QueueSection.module.css';
import { TickingText } from './TickingText.tsx';

/** Heading, why the queue is not sending, and its jobs. */
export function QueueSection({ connectionId, heading }: { connectionId: string; heading: string }) {
  const { session } = useCommons();
  const { t } = useTranslation();
  const queue = useSession((state) => queueOf(state, connectionId));
  const all = useSession((state) => state.jobs);
  const jobs = all.filter(isJobRunning).filter((job) => job.connectionId === connectionId);
  const isPaused = queue?.isPaused ?? false;
  const { setPaused, retryNow, cancelAll } = session.getState();
  const isEmpty = jobs.length === 0;
  return (
    <section className={styles.section} aria-label={heading}>
      <div className={styles.head}>
        <h3>{heading}</h3>
        {(!isEmpty || isPaused) && (
          <Button variant="plain" onClick={() => setPaused(connectionId, !isPaused)}>
            {t(isPaused ? 'queue.resumeQueue' : 'queue.pause')}
          </Button>
        )}
        {jobs.length > 1 && (
          <Button variant="plain" onClick={() => cancelAll(connectionId)}>
            {t('queue.cancelAll')}
          </Button>
        )}
      </div>
      {queue !== undefined && (
        <div className={styles.hold}>
          <TickingText text={(nowMs) => formatQueueStatus(queue, nowMs, t) ?? ''} />
          {!isPaused && <Button onClick={() => retryNow(connectionId)}>{t('queue.resumeNow')}</Button>}
        </div>
      )}
      {isEmpty && !isPaused && <p className={styles.quiet}>{t('connection.queueEmpty')}</p>}
      <QueueRows jobs={jobs} stateOf={(job) => <QueueState job={job} />} />
    </section>
  );
}

/** The state of a job. Why the queue is not sending is shown once, above. */
function QueueState({ job }: { job: RunningJob }) {
  const { t } = useTranslation();
  const isWaiting = job.state === 'queued';
  const state = isWaiting ? t(job.isPaused ? 'queue.paused' : 'queue.waits') : t(`running.${job.state}`);
  const number = isWaiting ? job.tries + 1 : job.tries;
  return number > 1 ? t('queue.try', { state, number }) : state;
}
