// Jobs as rows: the running ones, then the queued ones, which can be reordered. Independent of where they are shown.

import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { isCancellable } from '../../shared/app/job-states.ts';
import { useCurrentRow } from '../lists/use-current-row.ts';
import { rowProps, useRows } from '../lists/use-rows.ts';
import { useCommons, useSession, useTranslation } from '../services.ts';
import type { RunningJob } from '../shell/session-store.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './QueueRows.module.css';

const TITLE_LENGTH = 60;

type QueueRowsProps = {
  jobs: readonly RunningJob[];
  /** The status shown beside a job's title. */
  stateOf: (job: RunningJob) => ReactNode;
  label?: string;
};

/** The rows. Delete cancels a job, Alt with an arrow key moves a queued one. */
export function QueueRows({ jobs, stateOf, label }: QueueRowsProps) {
  const cancelJob = useSession((session) => session.cancelJob);
  const moveJob = useSession((session) => session.moveJob);
  const list = useRef<HTMLUListElement>(null);
  const waiting = jobs.filter(({ state }) => state === 'queued').sort((a, b) => a.position - b.position);
  const active = jobs.filter(({ state }) => state !== 'queued');
  const rows = [...active, ...waiting];
  const current = useCurrentRow(rows.map(({ id }) => id));
  const { listProps } = useRows(list, {
    count: rows.length,
    ...current,
    layout: { kind: 'column' },
    remove: (index) => {
      const job = rows[index];
      if (job) cancelJob(job.id);
    },
    move: (index, by) => {
      const job = rows[index];
      if (job?.state === 'queued') moveJob(job.id, by);
    },
  });
  return (
    <ul ref={list} className={styles.list} aria-label={label} {...listProps}>
      {rows.map((job, index) => {
        const place = waiting.indexOf(job);
        return (
          <QueueRow
            key={job.id}
            job={job}
            index={index}
            isCurrent={index === current.currentIndex}
            state={stateOf(job)}
            {...(place !== -1 && { place: { isFirst: place === 0, isLast: place === waiting.length - 1 } })}
          />
        );
      })}
    </ul>
  );
}

type QueueRowProps = {
  job: RunningJob;
  index: number;
  /** It is the row in the Tab order. */
  isCurrent: boolean;
  state: ReactNode;
  /** Set if it can be moved. */
  place?: { isFirst: boolean; isLast: boolean };
};

function QueueRow({ job, index, isCurrent, state, place }: QueueRowProps) {
  const { session } = useCommons();
  const { t } = useTranslation();
  const title = (job.kind === 'edit' ? job.request.prompt : job.request.text).trim().slice(0, TITLE_LENGTH);
  const { moveJob, setJobPaused, cancelJob } = session.getState();
  const isMovable = place !== undefined && !(place.isFirst && place.isLast);
  return (
    <li className={styles.row} {...rowProps(index, isCurrent)} aria-label={title}>
      <span className={styles.title} title={title}>
        {title}
      </span>
      <span className={styles.state}>{state}</span>
      {isMovable && (
        <>
          <IconButton
            size="small"
            tabIndex={-1}
            label={t('queue.up', { title })}
            icon={<ChevronUp size={14} aria-hidden />}
            disabled={place.isFirst}
            onClick={() => moveJob(job.id, -1)}
          />
          <IconButton
            size="small"
            tabIndex={-1}
            label={t('queue.down', { title })}
            icon={<ChevronDown size={14} aria-hidden />}
            disabled={place.isLast}
            onClick={() => moveJob(job.id, 1)}
          />
        </>
      )}
      {place !== undefined && (
        <IconButton
          size="small"
          tabIndex={-1}
          label={t(job.isPaused ? 'queue.resumeJob' : 'queue.pauseJob', { title })}
          icon={job.isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
          onClick={() => setJobPaused(job.id, !job.isPaused)}
        />
      )}
      {isCancellable(job) && (
        <IconButton
          size="small"
          tabIndex={-1}
          label={t('connection.queueCancel', { title })}
          icon={<X size={14} aria-hidden />}
          onClick={() => cancelJob(job.id)}
        />
      )}
    </li>
  );
}
