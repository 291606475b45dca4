// The interface between the queue and the kinds of jobs, and the rules that all kinds share.

import { PRACTICE_CONNECTION_ID } from '../../shared/connections.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { storageFailure } from '../files.ts';
import type { RecordedExchange } from '../relay/recording/record-exchanges.ts';
import type { Target } from '../settings/connections.ts';
import type { EditRecord, JobRecord, SpeechRecord } from './job-store.ts';

/**
 * A running job: its current record, and how to change it. `update` persists; `progress` only emits an update. An
 * update to `sending` or `saving` throws if it cannot be persisted, because a request or a moved file must not be
 * forgotten; any other state is kept in memory until it can be.
 */
export type JobHandle<R extends JobRecord> = {
  current: () => R;
  update: (change: Partial<R>) => void;
  progress: (receivedBytes: number) => void;
  /** Stores the recorded request and reply, shown to the person as *Request*. */
  record: (exchange: RecordedExchange) => void;
  /** Ends the job with an error, or queues it for a retry if that is safe. */
  fail: (error: AppError) => void;
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
  /** Whether the relay has returned anything that a retry would lose or pay for twice. */
  hasResults: (job: R) => boolean;
  run: (job: JobHandle<R>) => Promise<void>;
  /** Settles a job that was interrupted when the app ended (never a queued one). Sends nothing. */
  settle: (job: JobHandle<R>) => Promise<void>;
};

/** The registry of all kinds; a kind of record without an entry does not compile. */
export type JobKinds = { [K in JobRecord['kind']]: JobKind<RecordOf<K>> };
export type RecordOf<K extends JobRecord['kind']> = Extract<JobRecord, { kind: K }>;

/** The field changes that end a job. */
export function endOf(error: AppError | null): Pick<JobRecord, 'state' | 'endedAtMs' | 'error'> {
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
export function failureOf(thrown: unknown, { connectionId, state, sentAtMs }: JobRecord): AppError {
  const error = storageFailure(thrown) ?? appError('internal.bug');
  if (connectionId === PRACTICE_CONNECTION_ID) return error;
  const hasReceived = state === 'receiving' || state === 'saving';
  return { ...error, billed: hasReceived ? 'yes' : sentAtMs === null ? 'no' : 'unknown' };
}

function endState(error: AppError | null): 'done' | 'failed' | 'unknown' {
  if (!error) return 'done';
  return error.code === 'outcome.unknown' || error.code === 'outcome.interrupted' ? 'unknown' : 'failed';
}
