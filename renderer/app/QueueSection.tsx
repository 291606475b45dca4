// The queue of one connection: what runs, what waits and in which order, and how to hold it.

import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './QueueSection.module.css';
import { useServices, useSession, useWords } from './services.ts';
import { isJobRunning, queueOf, type RunningJob } from './session-store.ts';
import { TickingText } from './TickingText.tsx';
import { queueWords } from './wait-words.ts';

const TITLE_LENGTH = 60;

/** Heading, what holds the queue, and its jobs. */
export function QueueSection({ connectionId, heading }: { connectionId: string; heading: string }) {
  const { session } = useServices();
  const { t } = useWords();
  const queue = useSession((state) => queueOf(state, connectionId));
  const all = useSession((state) => state.jobs);
  const jobs = all.filter(isJobRunning).filter((job) => job.connectionId === connectionId);
  const waiting = jobs.filter(({ state }) => state === 'queued').sort((a, b) => a.position - b.position);
  const active = jobs.filter(({ state }) => state !== 'queued');
  const isPaused = queue?.isPaused ?? false;
  const { setPaused, skipWait, cancelAll } = session.getState();
  const isEmpty = jobs.length === 0;
  return (
    <section className={styles.section} aria-label={heading}>
      <div className={styles.head}>
        <h3>{heading}</h3>
        {(!isEmpty || isPaused) && (
          <Button look="plain" onClick={() => setPaused(connectionId, !isPaused)}>
            {t(isPaused ? 'queue.resumeQueue' : 'queue.pause')}
          </Button>
        )}
        {jobs.length > 1 && (
          <Button look="plain" onClick={() => cancelAll(connectionId)}>
            {t('queue.cancelAll')}
          </Button>
        )}
      </div>
      {queue !== undefined && (
        <div className={styles.hold}>
          <TickingText text={(nowMs) => queueWords(queue, nowMs, t) ?? ''} />
          {!isPaused && <Button onClick={() => skipWait(connectionId)}>{t('queue.resumeNow')}</Button>}
        </div>
      )}
      {isEmpty && !isPaused && <p className={styles.quiet}>{t('connection.queueEmpty')}</p>}
      <ul className={styles.list}>
        {active.map((job) => (
          <QueueRow key={job.id} job={job} />
        ))}
        {waiting.map((job, index) => (
          <QueueRow key={job.id} job={job} place={{ isFirst: index === 0, isLast: index === waiting.length - 1 }} />
        ))}
      </ul>
    </section>
  );
}

/** `place` where the row can be moved. */
function QueueRow({ job, place }: { job: RunningJob; place?: { isFirst: boolean; isLast: boolean } }) {
  const { session } = useServices();
  const { t } = useWords();
  const title = (job.kind === 'edit' ? job.request.prompt : job.request.text).trim().slice(0, TITLE_LENGTH);
  const { moveJob, cancelJob } = session.getState();
  // What holds the queue is said once, above.
  const isWaiting = job.state === 'queued';
  const state = isWaiting ? t('queue.waits') : t(`running.${job.state}`);
  const number = isWaiting ? job.tries + 1 : job.tries;
  const isMovable = place !== undefined && !(place.isFirst && place.isLast);
  return (
    <li className={styles.row}>
      <span className={styles.title}>{title}</span>
      <span className={styles.quiet}>{number > 1 ? t('queue.try', { state, number }) : state}</span>
      {isMovable && (
        <>
          <IconButton
            size="small"
            label={t('queue.up', { title })}
            icon={<ChevronUp size={14} aria-hidden />}
            disabled={place.isFirst}
            onClick={() => moveJob(job.id, -1)}
          />
          <IconButton
            size="small"
            label={t('queue.down', { title })}
            icon={<ChevronDown size={14} aria-hidden />}
            disabled={place.isLast}
            onClick={() => moveJob(job.id, 1)}
          />
        </>
      )}
      <IconButton
        size="small"
        label={t('connection.queueCancel', { title })}
        icon={<X size={14} aria-hidden />}
        onClick={() => cancelJob(job.id)}
      />
    </li>
  );
}
