// The rows of jobs, of their queues and of their exchanges with the relay.

import type { DatabaseSync } from 'node:sqlite';
import { isJobOver, isJobSettled } from '../../shared/app/job-states.ts';
import { type Exchange, exchangeSchema } from '../../shared/contract/exchanges.ts';
import { type Queue, queueSchema } from '../../shared/contract/jobs.ts';
import { type JobRecord, jobRecordSchema } from '../jobs/job-record.ts';
import { inTransaction } from './schema.ts';
import { createBodyReader, type ReportUnreadable, readAll } from './stored-bodies.ts';

const MAX_EXCHANGES = 2000;

/** Operations on jobs, queues and exchanges. All throw SQLite's error. */
export type JobRows = {
  save: (job: JobRecord) => void;
  /** Saves jobs in one transaction. */
  saveAll: (jobs: readonly JobRecord[]) => void;
  find: (id: string) => JobRecord | undefined;
  /**
   * Jobs to show to the person, oldest first: all except settled and dismissed ones. At the start, those that have not
   * ended were interrupted by a crash or by the end of the app.
   */
  visible: () => JobRecord[];
  /** No longer shows ended jobs, until one of them is begun again. */
  dismiss: (ids: readonly string[]) => void;
  /** The exchanges of a job, first try first. */
  exchanges: (jobId: string) => Exchange[];
  /** Saves an exchange, replacing an earlier state of it. Deletes the oldest exchanges beyond a limit. */
  saveExchange: (jobId: string, exchange: Exchange) => void;
  /** The queues that are paused or backing off. */
  queues: () => Queue[];
  saveQueue: (queue: Queue) => void;
};

/** Prepares the statements. @param onUnreadable called for each row that cannot be read. */
export function createJobRows(db: DatabaseSync, onUnreadable: ReportUnreadable): JobRows {
  const readRecord = createBodyReader(jobRecordSchema, onUnreadable);
  const readExchange = createBodyReader(exchangeSchema, onUnreadable);
  const readQueue = createBodyReader(queueSchema, onUnreadable);
  const upsert = db.prepare(
    `INSERT INTO jobs (id, state, body) VALUES (:id, :state, :body)
     ON CONFLICT (id) DO UPDATE SET state = :state, body = :body, is_dismissed = is_dismissed AND :isOver`,
  );
  const selectOne = db.prepare('SELECT body FROM jobs WHERE id = ?');
  const selectVisible = db.prepare(
    "SELECT body FROM jobs WHERE is_dismissed = 0 AND state NOT IN ('done', 'cancelled') ORDER BY seq",
  );
  const updateDismissed = db.prepare('UPDATE jobs SET is_dismissed = 1 WHERE id = ?');
  const selectExchanges = db.prepare('SELECT body FROM exchanges WHERE job_id = ? ORDER BY try');
  const upsertExchange = db.prepare(
    'INSERT INTO exchanges (job_id, try, body) VALUES (:id, :try, :body) ON CONFLICT (job_id, try) DO UPDATE SET body = :body',
  );
  const deleteOldExchanges = db.prepare(
    `DELETE FROM exchanges WHERE rowid <= (SELECT max(rowid) FROM exchanges) - ${MAX_EXCHANGES}`,
  );
  const selectQueues = db.prepare('SELECT body FROM queues');
  const upsertQueue = db.prepare(
    'INSERT INTO queues (connection_id, body) VALUES (:id, :body) ON CONFLICT (connection_id) DO UPDATE SET body = :body',
  );
  const deleteQueue = db.prepare('DELETE FROM queues WHERE connection_id = ?');
  const save = (job: JobRecord): void => {
    // The column says what is still to be told: results of a job that is done can be missing, and a cancelled one was
    // perhaps billed.
    const isTold = (job.state === 'done' || job.state === 'cancelled') && !isJobSettled(job);
    const state = isTold ? 'failed' : job.state;
    upsert.run({ id: job.id, state, isOver: Number(isJobOver(job.state)), body: JSON.stringify(job) });
  };
  return {
    save,
    saveAll: (jobs) => inTransaction(db, () => jobs.forEach(save)),
    find: (id) => readAll(selectOne.all(id), readRecord)[0],
    visible: () => readAll(selectVisible.all(), readRecord),
    dismiss: (ids) => inTransaction(db, () => ids.forEach((id) => void updateDismissed.run(id))),
    exchanges: (jobId) => readAll(selectExchanges.all(jobId), readExchange),
    saveExchange: (jobId, exchange) =>
      inTransaction(db, () => {
        upsertExchange.run({ id: jobId, try: exchange.tryNumber, body: JSON.stringify(exchange) });
        deleteOldExchanges.run();
      }),
    queues: () => readAll(selectQueues.all(), readQueue),
    saveQueue(queue) {
      if (queue.isPaused || queue.backoff) upsertQueue.run({ id: queue.connectionId, body: JSON.stringify(queue) });
      else deleteQueue.run(queue.connectionId);
    },
  };
}
