// Jobs on disk: what was asked, how far it got. Written before anything is sent, so that a crash cannot hide a request.

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
  /** Known once the bytes are hashed, before the file is moved to its final place. */
  media: z.strictObject({ mediaId: mediaIdSchema, sizeBytes: z.number() }).nullable(),
});
const editArrivalSchema = z.strictObject({
  connectionName: z.string(),
  /** The model that was asked. */
  model: z.string(),
  relayCreatedS: z.number().nullable(),
  generatedCount: z.number().nullable(),
  /** Pictures stored so far. */
  results: z.array(z.strictObject({ index: z.number().int(), revisedPrompt: z.string(), picture: pictureSchema })),
});
/** When the first try began; null before that. */
const firstTriedAtMs = timestampMsSchema.nullable();
const speechRecordSchema = speechJobSchema.extend({
  firstTriedAtMs,
  arrival: speechArrivalSchema.nullable(),
  /** Tells identical requests; empty until it can be known. */
  fingerprint: z.string(),
});
const editRecordSchema = editJobSchema.extend({ firstTriedAtMs, arrival: editArrivalSchema.nullable() });
const recordSchema = z.discriminatedUnion('kind', [speechRecordSchema, editRecordSchema]);

/** What is known of the audio of a job that has begun to receive. */
export type SpeechArrival = z.infer<typeof speechArrivalSchema>;

export type SpeechRecord = z.infer<typeof speechRecordSchema>;
export type EditRecord = z.infer<typeof editRecordSchema>;
/** A job with what only main needs to know of it. */
export type JobRecord = SpeechRecord | EditRecord;

/** The jobs table. */
export type JobStore = {
  save: (job: JobRecord) => void;
  find: (id: string) => JobRecord | undefined;
  /** Jobs a crash or the end of the app has interrupted, oldest first. */
  unfinished: () => JobRecord[];
  /** Jobs a person should still see: not over, or ended badly and not dismissed; oldest first. */
  visible: () => JobRecord[];
  dismiss: (id: string) => void;
  /** The exchanges of a job, first try first. */
  exchanges: (jobId: string) => Exchange[];
  /** Keeps an exchange in the place of an earlier state of it. The oldest are forgotten once there are very many. */
  saveExchange: (jobId: string, exchange: Exchange) => void;
  /** Queues that were paused or backing off. */
  queues: () => Queue[];
  saveQueue: (queue: Queue) => void;
};

/** Opens the jobs of an open library database. */
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

/** The part of a job the renderer sees. */
export function toPublicJob(record: JobRecord): Job {
  if (record.kind === 'edit') {
    const { arrival: _arrival, firstTriedAtMs: _since, ...job } = record;
    return job;
  }
  const { arrival: _arrival, firstTriedAtMs: _since, fingerprint: _fingerprint, ...job } = record;
  return job;
}
