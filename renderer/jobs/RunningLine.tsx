// One running or queued job: progress bar, state, elapsed time, Cancel; while the relay is not ready, *Try now*.

import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import { formatDuration, formatFileSize } from '../../shared/text/format-text.ts';
import { useSession, useTranslation } from '../services.ts';
import { queueOf, type RunningJob } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { formatJobState } from './job-status-text.ts';
import { ResumeButton } from './ResumeButton.tsx';
import styles from './RunningLine.module.css';
import { TickingText } from './TickingText.tsx';
import { type Batch, secondsLeft } from './use-batch.ts';

type RunningLineProps = {
  label: string;
  job: RunningJob;
  others: number;
  /** How far the requests are that were asked for together; shown in place of the others. */
  batch?: Batch;
  /** Offers to pause the queue of the job. */
  canPause?: boolean;
  /** Null if nothing can be cancelled. */
  onCancel: (() => void) | null;
};

/** Shown instead of the cost line while a job runs. */
export function RunningLine({ label, job, others, batch, canPause = false, onCancel }: RunningLineProps) {
  const setJobPaused = useSession((session) => session.setJobPaused);
  const setPaused = useSession((session) => session.setPaused);
  const { t, locale } = useTranslation();
  const queue = useSession((session) => queueOf(session, job.connectionId));
  const isQueued = job.state === 'queued';
  const isQueuePaused = isQueued && queue?.isPaused === true;
  const isJobPaused = isQueued && job.isPaused === true && !isQueuePaused;
  const isPaused = isQueuePaused || isJobPaused;
  const isHeld = isPaused || (isQueued && queue !== undefined);
  const sinceMs = job.sentAtMs ?? job.createdAtMs;
  const size = job.receivedBytes > 0 ? [formatFileSize(job.receivedBytes, t, locale)] : [];
  const isPerhapsBilled = job.sentAtMs !== null && job.connectionId !== PRACTICE_CONNECTION_ID;
  const cost = isPerhapsBilled ? [t('running.perhapsBilled')] : [];
  // Of many jobs their number is more interesting than the size of one.
  const isMany = batch !== undefined && batch.count > 1;
  const more = isMany ? [] : others > 0 ? [t('running.more', { count: others })] : size;
  /** `3 of 21 · 40 s left`; or what the one is doing. */
  const progress = (nowMs: number): string[] => {
    if (!isMany) return [formatJobState(job, queue, nowMs, t)];
    const left = isHeld ? null : secondsLeft(batch, nowMs);
    return [
      t('running.ofMany', { done: batch.doneCount, count: batch.count }),
      ...(isHeld ? [formatJobState(job, queue, nowMs, t)] : []),
      ...(left === null ? [] : [t('running.left', { duration: left < 60 ? `${left} s` : formatDuration(left) })]),
    ];
  };
  // What is said of an earlier start's requests are whole sentences.
  const separator = isPaused && queue?.isUnverified ? t.separators.sentence : t.separators.fact;
  return (
    <div className={styles.running} data-held={isHeld ? '' : undefined}>
      <ProgressBar
        label={label}
        valueText={isHeld ? t('running.queued') : t(`running.${job.state}`)}
        {...(isPaused && { doneRatio: 0 })}
        {...(isMany && { doneRatio: batch.doneCount / batch.count })}
      />
      <div className={styles.line}>
        <TickingText
          className={styles.state}
          text={(nowMs) => [...progress(nowMs), ...more, ...cost].join(separator)}
        />
        {!isHeld && !isMany && (
          <TickingText text={(nowMs) => `${Math.max(0, (nowMs - sinceMs) / 1000).toFixed(1)} s`} />
        )}
        <span className={styles.buttons}>
          {isJobPaused && (
            <Button variant="plain" onClick={() => setJobPaused(job.id, false)}>
              {t('queue.resume')}
            </Button>
          )}
          {isHeld && !isJobPaused && <ResumeButton connectionId={job.connectionId} isPaused={isQueuePaused} />}
          {canPause && !queue?.isPaused && (
            <Button variant="plain" onClick={() => setPaused(job.connectionId, true)}>
              {t('queue.pause')}
            </Button>
          )}
          {onCancel !== null && (
            <Button variant="plain" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
          )}
        </span>
      </div>
    </div>
  );
}
