// A running job as its kind sees it: what it writes down, its tries, and its end.

import type { Job } from '../../shared/contract/jobs.ts';
import type { AppError, ErrorCode } from '../../shared/errors.ts';
import type { Database } from '../database/client.ts';
import { storageErrorCode } from '../files.ts';
import type { Clock } from './clock.ts';
import { endOf, type JobHandle, type JobKind, UNSENT } from './job-handle.ts';
import type { JobLedger } from './job-ledger.ts';
import { type JobRecord, toPublicJob } from './job-record.ts';
import { isSafeToRepeat, mayTryAgain, restMs } from './retry-policy.ts';

const PROGRESS_EVERY_MS = 200;

/** What a handle needs. */
export type RunningHandleDeps = {
  ledger: JobLedger;
  store: Pick<Database['jobs'], 'saveExchange'>;
  clock: Clock;
  /** Returns a number in [0, 1), for the jitter of back-offs. */
  random: () => number;
  backOff: (connectionId: string, waitMs: number, code: ErrorCode) => void;
  maySend: (connectionId: string) => boolean;
  onUpdated: (job: Job) => void;
  onBug: (error: unknown) => void;
  /** Whether the app is ending. Nothing is put then: the next start relies on the state on disk. */
  isStopped: () => boolean;
};

/**
 * Opens a job for its kind. @param kind that of the job. @param queuedSinceMs when it began to wait.
 */
export function openRunningHandle<R extends JobRecord>(
  { ledger, store, clock, isStopped, onBug, ...deps }: RunningHandleDeps,
  kind: Pick<JobKind<R>, 'hasResults'>,
  job: R,
  signal: AbortSignal,
  queuedSinceMs: number,
): JobHandle<R> {
  let record = job;
  let reportedAtMs = 0;
  let waitedSinceMs = queuedSinceMs;
  const put = (next: R): void => {
    // After `stop` the next start relies on the state on disk: an aborted request is not a cancelled one.
    if (isStopped()) return;
    record = next;
    // It is reported with all that is known of it.
    reportedAtMs = clock.now();
    ledger.put(record);
  };
  /** Queues the job for a retry if that is safe, else makes it `ended`. @returns whether it is queued. */
  const retryOr = (error: AppError, ended: R): boolean => {
    const { tries, firstTriedAtMs, connectionId } = record;
    const failed = { error, tries, sinceFirstTryMs: clock.now() - (firstTriedAtMs ?? clock.now()) };
    const waitMs = isSafeToRepeat(error) ? restMs(failed, deps.random()) : 0;
    const isAgain = mayTryAgain(failed, waitMs) && !kind.hasResults(record);
    // The job is updated before the throttle, because an open queue starts its next job at once.
    if (isAgain) put({ ...unsent(record), error: withWait(error, waitMs) });
    else if (ended !== record) put(ended);
    if (waitMs > 0 && !isStopped()) deps.backOff(connectionId, waitMs, error.code);
    return isAgain;
  };
  return {
    signal,
    isAppEnding: isStopped,
    current: () => record,
    update: (change) => put({ ...record, ...change }),
    enter(state, change) {
      // Also while it cannot be written: settling the job needs what is known of it.
      record = { ...record, ...change, state };
      return ledger.store(record);
    },
    async endWith(end, save) {
      const ended = { ...record, ...end };
      await ledger.store(ended, () => save(ended));
      record = ended;
    },
    recorder() {
      const tryNumber = record.earlierTries + record.tries;
      const part = record.kind === 'speech' ? record.part : null;
      return (exchange) => {
        if (isStopped()) return;
        const queuedMs = Math.max(0, exchange.startedAtMs - waitedSinceMs);
        // Failing to record an exchange must not fail its request.
        store
          .saveExchange(record.id, { ...exchange, tryNumber, part, queuedMs })
          .catch((error: unknown) => storageErrorCode(error) === undefined && onBug(error));
      };
    },
    progress(receivedBytes) {
      record = { ...record, receivedBytes };
      if (isStopped() || clock.now() - reportedAtMs < PROGRESS_EVERY_MS) return;
      reportedAtMs = clock.now();
      deps.onUpdated(toPublicJob(record));
    },
    fail(error) {
      retryOr(error, { ...record, ...endOf(error) });
    },
    retry: (error) => retryOr(error, record),
    goOn() {
      const earlierTries = record.earlierTries + record.tries;
      if (!deps.maySend(record.connectionId)) {
        put({ ...unsent(record), tries: 0, firstTriedAtMs: null, earlierTries, error: null });
        return false;
      }
      waitedSinceMs = clock.now();
      record = { ...record, tries: 1, firstTriedAtMs: clock.now(), earlierTries };
      return true;
    },
  };
}

/** A job that is to be sent again. A reply of it that was kept stays known. */
function unsent<R extends JobRecord>(job: R): R {
  return { ...job, ...UNSENT, replyId: job.replyId };
}

function withWait(error: AppError, waitMs: number): AppError {
  return { ...error, details: { ...error.details, waitS: waitMs / 1000 } };
}
