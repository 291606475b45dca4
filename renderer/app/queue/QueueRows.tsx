// Jobs as rows: the running ones, then the queued ones, which can be reordered. Independent of where they are shown.

import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { useServices, useTranslation } from '../services.ts';
import type { RunningJob } from '../session-store.ts';
import styles from './QueueRows.module.css';

const TITLE_LENGTH = 60;

type QueueRowsProps = {
  jobs: readonly RunningJob[];
  /** The status shown beside a job's title. */
  stateOf: (job: RunningJob) => ReactNode;
  label?: string;
};

/** The rows, each with a cancel button. */
export function QueueRows({ jobs, stateOf, label }: QueueRowsProps) {
  const waiting = jobs.filter(({ state }) => state === 'queued').sort((a, b) => a.position - b.position);
  const active = jobs.filter(({ state }) => state !== 'queued');
  return (
    <ul className={styles.list} aria-label={label}>
      {active.map((job) => (
        <QueueRow key={job.id} job={job} state={stateOf(job)} />
      ))}
      {waiting.map((job, index) => (
        <QueueRow
          key={job.id}
          job={job}
          state={stateOf(job)}
          place={{ isFirst: index === 0, isLast: index === waiting.length - 1 }}
        />
      ))}
    </ul>
  );
}

type QueueRowProps = { job: RunningJob; state: ReactNode; place?: { isFirst: boolean; isLast: boolean } };

/** One row; `place` is set if it can be moved. */
function QueueRow({ job, state, place }: QueueRowProps) {
  const { session } = useServices();
  const { t } = useTranslation();
  const title = (job.kind === 'edit' ? job.request.prompt : job.request.text).trim().slice(0, TITLE_LENGTH);
  const { moveJob, cancelJob } = session.getState();
  const isMovable = place !== undefined && !(place.isFirst && place.isLast);
  return (
    <li className={styles.row}>
      <span className={styles.title} title={title}>
        {title}
      </span>
      <span className={styles.state}>{state}</span>
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
