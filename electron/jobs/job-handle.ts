// The interface between the queue and the kinds of jobs, and the rules that all kinds share.

import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import { type AppError, appError, type ErrorCode } from '../../shared/errors.ts';
import { storageFailure } from '../files.ts';
import type { RecordedExchange } from '../relay/recording/record-exchanges.ts';
import type { Target } from '../settings/targets.ts';
import type { EditRecord, JobRecord, SpeechRecord } from './job-record.ts';

/** States that must be on disk before the step they name, because a request or a moved file must not be forgotten. */
type StateOnDisk = 'sending' | 'saving';
/** A change of a job's fields. Its state only where that need not be on disk at once. */
type Change<R extends JobRecord> = Partial<Omit<R, 'state'>> & { state?: Exclude<R['state'], StateOnDisk> };

/** A running job: its current record, and how to change it. */
export type JobHandle<R extends JobRecord> = {
  current: () => R;
  /** Changes the job in memory at once; it is written in the background, again and again while the disk fails. */
  update: (change: Change<R>) => void;
  /** Changes the job to a state that is on disk when this resolves. @throws if it could not be written. */
  enter: (state: StateOnDisk | 'receiving', change?: Partial<Omit<R, 'state'>>) => Promise<void>;
  /**
   * Ends the job together with its item. @param save writes the ended job in the same transaction as the item's row.
   * @throws if that failed; the job is as before then.
   */
  endWith: (end: Partial<R>, save: (ended: R) => Promise<void>) => Promise<void>;
  /** Only emits an update. */
  progress: (receivedBytes: number) => void;
  /**
   * Called before a request: returns the function that stores what is recorded of it, shown to the person as *Request*.
   */
  recorder: () => (exchange: RecordedExchange) => void;
  /** Ends the job with an error, or queues it for a retry if that is safe. */
  fail: (error: AppError) => void;
  /** Queues the job for a retry if that is safe. @returns false if it is not; the caller ends the job then. */
  retry: (error: AppError) => boolean;
  /**
   * Called before a further request of the same job, whose tries count anew. If its connection may not send now, the job is queued and
   * goes on when it may. @returns whether it may send.
   */
  goOn: () => boolean;
  signal: AbortSignal;
  /** Whether the app is ending: what was received stays on disk, and the next start settles it. */
  isAppEnding: () => boolean;
};

/** Fields common to all kinds of jobs; the other fields of a record belong to its kind. */
type CommonField = keyof SpeechRecord & keyof EditRecord;
export type OwnFields<R extends JobRecord> = Omit<R, CommonField>;

/**
 * One kind of job: its initial fields, how it runs, and how an interrupted one is settled. Expected failures are stored
 * in the job. What throws, a disk that fails or a bug, leaves the job to the queue, which settles it.
 */
export type JobKind<R extends JobRecord> = {
  /** Initial values of the kind's own fields when a job is added to the queue. */
  initial: OwnFields<R>;
  /** Whether bytes of a reply that is not an error are on disk or on their way there. */
  hasArrived: (job: R) => boolean;
  /** Whether the relay has returned a result that a retry would lose or pay for twice. */
  hasResults: (job: R) => boolean;
  run: (job: JobHandle<R>) => Promise<void>;
  /** Settles a job that was interrupted when the app ended (never a queued one). Sends nothing. */
  settle: (job: JobHandle<R>) => Promise<void>;
};

/** The registry of all kinds; a kind of record without an entry does not compile. */
export type JobKinds = { [K in JobRecord['kind']]: JobKind<RecordOf<K>> };
export type RecordOf<K extends JobRecord['kind']> = Extract<JobRecord, { kind: K }>;

/** The fields of a job before it is sent, for the first time or again. */
export const UNSENT = {
  state: 'queued',
  sentAtMs: null,
  receivedBytes: 0,
  previewMediaId: null,
  arrival: null,
  replyId: null,
} as const;

/** The field changes that end a job. */
export function endOf(error: AppError | null): { state: EndState; endedAtMs: number; error: AppError | null } {
  return { state: endState(error), endedAtMs: Date.now(), error };
}

/** Marks an error of the practice relay as not billed, because the practice relay is free. */
export function withoutCost(error: AppError, target: Pick<Target, 'isPractice'>): AppError {
  return target.isPractice ? { ...error, billed: 'no' } : error;
}

/**
 * The error for a job whose work threw: a disk that failed, or a bug. What was sent is never called free: billed once
 * part of the reply has been received, unknown once the request was sent.
 */
export function failureOf(thrown: unknown, job: JobRecord): AppError {
  const error = storageFailure(thrown) ?? appError('internal.bug');
  return { ...error, billed: billedSoFar(job) };
}

/** The field changes that end a job which the person cancelled. What was sent is never called free. */
export function cancelledEnd(job: JobRecord): { state: 'cancelled'; endedAtMs: number; error: AppError | null } {
  const billed = billedSoFar(job);
  const error = billed === 'no' ? null : { ...appError('outcome.cancelled'), billed };
  return { state: 'cancelled', endedAtMs: Date.now(), error };
}

function billedSoFar(job: JobRecord): AppError['billed'] {
  const { connectionId, state, sentAtMs } = job;
  if (connectionId === PRACTICE_CONNECTION_ID) return 'no';
  if (state === 'receiving' || state === 'saving' || hasReceivedPart(job)) return 'yes';
  return sentAtMs === null ? 'no' : 'unknown';
}

function hasReceivedPart(job: JobRecord): boolean {
  return job.kind === 'speech' && job.parts.some(({ sound }) => sound?.isAdopted === false);
}

type EndState = 'done' | 'failed' | 'unknown';

/** Nobody can say yet what became of the request. */
const UNKNOWN_OUTCOMES: ReadonlySet<ErrorCode> = new Set([
  'outcome.unknown',
  'outcome.interrupted',
  'outcome.file_changed',
  'outcome.accepted',
]);

function endState(error: AppError | null): EndState {
  if (!error) return 'done';
  return UNKNOWN_OUTCOMES.has(error.code) ? 'unknown' : 'failed';
}
