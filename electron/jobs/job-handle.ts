// What a running job gets from the queue, and what all kinds of jobs say in the same way.

import { type AppError, appError } from '../../shared/errors.ts';
import type { RecordedExchange } from '../relay/recording/record-exchanges.ts';
import type { Target } from '../settings/connections.ts';
import type { JobRecord } from './job-store.ts';

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

/** How a kind of job is worked on. Expected failures end up in the job; only bugs throw. */
export type JobRunner<R extends JobRecord> = {
  run: (job: JobHandle<R>) => Promise<void>;
  /** Takes up a job that the end of the app interrupted (never a queued one). Nothing is sent. */
  settle: (job: JobHandle<R>) => Promise<void>;
};

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
