// Runs jobs and settles those that were interrupted; decides what becomes of a job whose work threw.

import { isJobOver } from '../../shared/app/job-states.ts';
import { storageErrorCode } from '../files.ts';
import { cancelledEnd, endOf, failureOf, type JobHandle, type JobKind, type JobKinds, UNSENT } from './job-handle.ts';
import type { JobRecord } from './job-record.ts';
import { writeAgainMs } from './retry-policy.ts';
import { openRunningHandle, type RunningHandleDeps } from './running-handle.ts';

/** What running a job needs. */
export type JobRunnerDeps = Omit<RunningHandleDeps, 'isStopped'> & {
  kinds: JobKinds;
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
export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const { ledger, kinds, clock, onBug } = deps;
  const running = new Map<string, Running>();
  let isStopped = false;
  const handleDeps = { ...deps, isStopped: () => isStopped };

  /**
   * Returns the kind of a job. The registry's type ties kinds to records; the compiler cannot follow a union through
   * it.
   */
  const kindOf = (job: JobRecord) => kinds[job.kind] as JobKind<JobRecord>;

  /** Runs or settles a job to its end. Never rejects. @param failures how often it was settled in vain. */
  async function begin(job: JobRecord, task: Task, waitedSinceMs: number, failures = 0): Promise<void> {
    const abort = new AbortController();
    const handle = openRunningHandle(handleDeps, kindOf(job), job, abort.signal, waitedSinceMs);
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
