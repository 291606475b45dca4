// What a running job gets from the queue, and what all kinds of jobs say in the same way.

import { type AppError, appError } from '../../shared/errors.ts';
import type { RecordedExchange } from '../relay/recording/record-exchanges.ts';
import type { Target } from '../settings/connections.ts';
import type { EditRecord, JobRecord, SpeechRecord } from './job-store.ts';

/** A job being worked on: its record now, and how to change it. `update` persists; `progress` only tells. */
export type JobHandle<R extends JobRecord> = {
  current: () => R;
  update: (change: Partial<R>) => void;
  progress: (receivedBytes: number) => void;
  /** Keeps what went over the wire, for the person to look at. */
  record: (exchange: RecordedExchange) => void;
  /** Ends the job with an error, or has it wait to be tried again where that is safe. */
  fail: (error: AppError) => void;
  signal: AbortSignal;
  /** The app is ending: what arrived stays for the next start to settle. */
  isAppEnding: () => boolean;
};

/** Fields every kind of job has; those of its record beyond them are the kind's own. */
type CommonField = keyof SpeechRecord & keyof EditRecord;
export type OwnFields<R extends JobRecord> = Omit<R, CommonField>;

/** One kind of job: how it begins, is worked on and judged. Expected failures end up in the job; only bugs throw. */
export type JobKind<R extends JobRecord> = {
  /** Its own fields when it is added to the queue. */
  initial: OwnFields<R>;
  /** Whether anything came back that a new try would lose or pay for twice. */
  hasResults: (job: R) => boolean;
  run: (job: JobHandle<R>) => Promise<void>;
  /** Takes up a job that the end of the app interrupted (never a queued one). Nothing is sent. */
  settle: (job: JobHandle<R>) => Promise<void>;
};

/** Every kind of job there is; a kind of record without an entry does not compile. */
export type JobKinds = { [K in JobRecord['kind']]: JobKind<RecordOf<K>> };
export type RecordOf<K extends JobRecord['kind']> = Extract<JobRecord, { kind: K }>;

/** The changes that end a job. */
export function endOf(error: AppError | null): Pick<JobRecord, 'state' | 'endedAtMs' | 'error'> {
  return { state: endState(error), endedAtMs: Date.now(), error };
}

/** The practice relay never costs anything. */
export function withoutCost(error: AppError, target: Pick<Target, 'isPractice'>): AppError {
  return target.isPractice ? { ...error, billed: 'no' } : error;
}

/** The error of a disk that failed while a reply arrived. */
export function storageFailure(code: string, hasReceived: boolean): AppError {
  return { ...appError('storage.failed', { reason: code }), billed: hasReceived ? 'yes' : 'no' };
}

function endState(error: AppError | null): 'done' | 'failed' | 'unknown' {
  if (!error) return 'done';
  return error.code === 'outcome.unknown' || error.code === 'outcome.interrupted' ? 'unknown' : 'failed';
}
