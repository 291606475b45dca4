// Stores jobs on disk: their requests and their progress. Written before anything is sent, so that no request is lost
// in a crash.

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { timestampMsSchema } from '../../shared/contract/common.ts';
import { type Exchange, exchangeSchema } from '../../shared/contract/exchanges.ts';
import { editJobSchema, type Job, type Queue, queueSchema, speechJobSchema } from '../../shared/contract/jobs.ts';
import { mediaIdSchema, pictureSchema } from '../../shared/contract/media.ts';
import { AUDIO_KINDS } from '../../shared/speech/formats.ts';
import { createBodyReader, type ReportUnreadable, readAll } from '../library/stored-bodies.ts';

const MAX_EXCHANGES = 2000;

const speechArrivalSchema = z.strictObject({
  format: z.enum(AUDIO_KINDS),
  pcmRateHz: z.number(),
  connectionName: z.string(),
  isComplete: z.boolean(),
  /** Set when the bytes have been hashed, before the file is moved to its final place. */
  media: z.strictObject({ mediaId: mediaIdSchema, sizeBytes: z.number() }).nullable(),
});
const editArrivalSchema = z.strictObject({
  connectionName: z.string(),
  /** The requested model. */
  model: z.string(),
  relayCreatedS: z.number().nullable(),
  generatedCount: z.number().nullable(),
  /** HTTP status of the reply whose bytes are in the job's incoming file. */
  status: z.number().int(),
  /** Set when the reply has ended; `cutReason` says why it ended early. */
  ended: z.strictObject({ cutReason: z.string().nullable() }).nullable(),
  /** Pictures stored so far. */
  results: z.array(z.strictObject({ index: z.number().int(), revisedPrompt: z.string(), picture: pictureSchema })),
});
/** When the first try began; null before that. */
const firstTriedAtMs = timestampMsSchema.nullable();
const speechRecordSchema = speechJobSchema.extend({
  firstTriedAtMs,
  arrival: speechArrivalSchema.nullable(),
  /** Identifies identical requests; empty until it is computed. */
  fingerprint: z.string(),
});
const editRecordSchema = editJobSchema.extend({ firstTriedAtMs, arrival: editArrivalSchema.nullable() });
const recordSchema = z.discriminatedUnion('kind', [speechRecordSchema, editRecordSchema]);

/** Facts about the audio of a job that has begun to receive it. */
export type SpeechArrival = z.infer<typeof speechArrivalSchema>;

export type SpeechRecord = z.infer<typeof speechRecordSchema>;
export type EditRecord = z.infer<typeof editRecordSchema>;
/** A job with the fields that only main needs. */
export type JobRecord = SpeechRecord | EditRecord;

/** Operations on the jobs table. */
export type JobStore = {
  save: (job: JobRecord) => void;
  find: (id: string) => JobRecord | undefined;
  /**
   * Jobs that have not ended, oldest first; at the start these are the ones a crash or the end of the app interrupted.
   */
  unfinished: () => JobRecord[];
  /** Jobs to show to the person, oldest first: all except done, cancelled and dismissed ones. */
  visible: () => JobRecord[];
  dismiss: (id: string) => void;
  /** The exchanges of a job, first try first. */
  exchanges: (jobId: string) => Exchange[];
  /** Saves an exchange, replacing an earlier state of it. Deletes the oldest exchanges beyond a limit. */
  saveExchange: (jobId: string, exchange: Exchange) => void;
  /** The queues that are paused or backing off. */
  queues: () => Queue[];
  saveQueue: (queue: Queue) => void;
};

/** Opens the job store of an open library database. @param onUnreadable called for each row that cannot be read. */
export function createJobStore(db: DatabaseSync, onUnreadable: ReportUnreadable): JobStore {
  const readRecord = createBodyReader(recordSchema, onUnreadable);
  const readExchange = createBodyReader(exchangeSchema, onUnreadable);
  const readQueue = createBodyReader(queueSchema, onUnreadable);
  const upsert = db.prepare(
    'INSERT INTO jobs (id, state, body) VALUES (:id, :state, :body) ON CONFLICT (id) DO UPDATE SET state = :state, body = :body',
  );
  const selectOne = db.prepare('SELECT body FROM jobs WHERE id = ?');
  const selectUnfinished = db.prepare(
    "SELECT body FROM jobs WHERE state IN ('queued', 'sending', 'receiving', 'saving') ORDER BY seq",
  );
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
  return {
    save: (job) => void upsert.run({ id: job.id, state: job.state, body: JSON.stringify(job) }),
    find: (id) => readAll(selectOne.all(id), readRecord)[0],
    unfinished: () => readAll(selectUnfinished.all(), readRecord),
    visible: () => readAll(selectVisible.all(), readRecord),
    dismiss: (id) => void updateDismissed.run(id),
    exchanges: (jobId) => readAll(selectExchanges.all(jobId), readExchange),
    saveExchange(jobId, exchange) {
      upsertExchange.run({ id: jobId, try: exchange.tryNumber, body: JSON.stringify(exchange) });
      deleteOldExchanges.run();
    },
    queues: () => readAll(selectQueues.all(), readQueue),
    saveQueue(queue) {
      if (queue.isPaused || queue.backoff) upsertQueue.run({ id: queue.connectionId, body: JSON.stringify(queue) });
      else deleteQueue.run(queue.connectionId);
    },
  };
}

/** The part of a job that is sent to the page. */
export function toPublicJob(record: JobRecord): Job {
  if (record.kind === 'edit') {
    const { arrival: _arrival, firstTriedAtMs: _since, ...job } = record;
    return job;
  }
  const { arrival: _arrival, firstTriedAtMs: _since, fingerprint: _fingerprint, ...job } = record;
  return job;
}
