// Runs jobs and settles those that were interrupted; decides what becomes of a job whose work threw.

import { isJobOver } from '../../shared/app/job-states.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { AppError, ErrorCode } from '../../shared/errors.ts';
import type { Database } from '../database/client.ts';
import { storageErrorCode } from '../files.ts';
import type { Clock } from './clock.ts';
import { cancelledEnd, endOf, failureOf, type JobHandle, type JobKind, type JobKinds, UNSENT } from './job-handle.ts';
import type { JobLedger } from './job-ledger.ts';
import { type JobRecord, toPublicJob } from './job-record.ts';
import { isSafeToRepeat, mayTryAgain, restMs, writeAgainMs } from './retry-policy.ts';

const PROGRESS_EVERY_MS = 200;

/** What running a job needs. */
export type JobRunnerDeps = {
  ledger: JobLedger;
  store: Pick<Database['jobs'], 'saveExchange'>;
  kinds: JobKinds;
  clock: Clock;
  /** Returns a number in [0, 1), for the jitter of back-offs. */
  random: () => number;
  backOff: (connectionId: string, waitMs: number, code: ErrorCode) => void;
  maySend: (connectionId: string) => boolean;
  onUpdated: (job: Job) => void;
  onBug: (error: unknown) => void;
  /** The disk did not take what a job wrote. */
  onFailing: (error: unknown) => void;
  /** A job no longer runs. Its record says what is next: it may wait to be sent again. */
  onEnded: (job: JobRecord) => void;
};

/** Operations on running jobs. */
export type JobRunner = {
  /** Sends a job. @param waitedSinceMs when it began to wait. */
  run: (job: JobRecord, waitedSinceMs: number) => void;
  /** Settles a job that was interrupted. Sends nothing, never rejects. */
  settle: (job: JobRecord) => Promise<void>;
  running: () => JobRecord[];
  /** @returns false if the job does not run. */
  abort: (id: string) => boolean;
  /** Aborts everything. A job that was not sent waits again at the next start; any other is settled then. */
  stop: () => void;
};

type Task = 'run' | 'settle';
type Running = { handle: JobHandle<JobRecord>; abort: AbortController };

/** Creates the runner. */
export function createJobRunner({ ledger, store, kinds, clock, onBug, ...deps }: JobRunnerDeps): JobRunner {
  const running = new Map<string, Running>();
  let isStopped = false;

  /**
   * Returns the kind of a job. The registry's type ties kinds to records; the compiler cannot follow a union through
   * it.
   */
  const kindOf = (job: JobRecord) => kinds[job.kind] as JobKind<JobRecord>;

  /** Runs or settles a job to its end. Never rejects. @param failures how often it was settled in vain. */
  async function begin(job: JobRecord, task: Task, waitedSinceMs: number, failures = 0): Promise<void> {
    const abort = new AbortController();
    const handle = openHandle(job, abort.signal, waitedSinceMs);
    running.set(job.id, { handle, abort });
    const thrown = await kindOf(job)
      [task](handle)
      .then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
    running.delete(job.id);
    if (isStopped) return;
    try {
      let latest = handle.current();
      if (thrown) latest = settleFailure(latest, thrown.error, task, failures);
      // Cancelled just when it was queued for a retry.
      else if (latest.state === 'queued' && abort.signal.aborted) {
        latest = { ...latest, ...cancelledEnd(latest) };
        ledger.put(latest);
      }
      deps.onEnded(latest);
    } catch (error) {
      onBug(error);
    }
  }

  /**
   * Decides about a job whose work threw. What has been received is settled at once, and again later while the disk
   * fails; a job without anything received ends. The error says that it may have been billed if it was sent.
   * @returns the job as it is now.
   */
  function settleFailure(job: JobRecord, thrown: unknown, task: Task, failures: number): JobRecord {
    const isDisk = storageErrorCode(thrown) !== undefined;
    if (isDisk) deps.onFailing(thrown);
    else onBug(thrown);
    if (isJobOver(job.state)) return job;
    const error = failureOf(thrown, job);
    if (!kindOf(job).hasArrived(job) || (task === 'settle' && !isDisk)) {
      const ended = { ...job, ...endOf(error) };
      ledger.put(ended);
      return ended;
    }
    // A complete reply that could not be saved keeps its own error, or none.
    const kept: JobRecord = job.state === 'saving' ? job : { ...job, state: 'saving', error };
    ledger.put(kept);
    if (task === 'run') void begin(kept, 'settle', clock.now());
    else {
      clock.after(writeAgainMs(failures), () => {
        if (!isStopped) void begin(kept, 'settle', clock.now(), failures + 1);
      });
    }
    return kept;
  }

  function openHandle<R extends JobRecord>(job: R, signal: AbortSignal, queuedSinceMs: number): JobHandle<R> {
    let record = job;
    let reportedAtMs = 0;
    let waitedSinceMs = queuedSinceMs;
    const put = (next: R): void => {
      // After `stop` the next start relies on the state on disk: an aborted request is not a cancelled one.
      if (isStopped) return;
      record = next;
      ledger.put(record);
    };
    /** Queues the job for a retry if that is safe, else makes it `ended`. @returns whether it is queued. */
    const retryOr = (error: AppError, ended: R): boolean => {
      const { tries, firstTriedAtMs, connectionId } = record;
      const failed = { error, tries, sinceFirstTryMs: clock.now() - (firstTriedAtMs ?? clock.now()) };
      const waitMs = isSafeToRepeat(error) ? restMs(failed, deps.random()) : 0;
      const isAgain = mayTryAgain(failed, waitMs) && !kindOf(record).hasResults(record);
      // The job is updated before the throttle, because an open queue starts its next job at once.
      if (isAgain) put({ ...unsent(record), error: withWait(error, waitMs) });
      else if (ended !== record) put(ended);
      if (waitMs > 0 && !isStopped) deps.backOff(connectionId, waitMs, error.code);
      return isAgain;
    };
    return {
      signal,
      isAppEnding: () => isStopped,
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
          if (isStopped) return;
          const queuedMs = Math.max(0, exchange.startedAtMs - waitedSinceMs);
          // Failing to record an exchange must not fail its request.
          store
            .saveExchange(record.id, { ...exchange, tryNumber, part, queuedMs })
            .catch((error: unknown) => storageErrorCode(error) === undefined && onBug(error));
        };
      },
      progress(receivedBytes) {
        record = { ...record, receivedBytes };
        if (isStopped || clock.now() - reportedAtMs < PROGRESS_EVERY_MS) return;
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

  return {
    run: (job, waitedSinceMs) => void begin(job, 'run', waitedSinceMs),
    settle: (job) => begin(job, 'settle', clock.now()),
    running: () => [...running.values()].map(({ handle }) => handle.current()),
    abort(id) {
      const found = running.get(id);
      found?.abort.abort();
      return found !== undefined;
    },
    stop() {
      for (const { handle, abort } of running.values()) {
        // A job on disk as *sending* counts as sent, which this one was not.
        const { state, sentAtMs } = handle.current();
        if (state === 'sending' && sentAtMs === null) handle.update(UNSENT);
        abort.abort();
      }
      isStopped = true;
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
