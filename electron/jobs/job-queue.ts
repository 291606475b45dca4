// The job queue: starting, retrying, pausing and cancelling jobs, and settling those that an earlier run of the app
// left unfinished.

import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../shared/contract/exchanges.ts';
import type { Job, Queue } from '../../shared/contract/jobs.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { isJobOver } from '../../shared/job-states.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { storageErrorCode } from '../files.ts';
import type { MediaStore } from '../library/media-store.ts';
import type { Clock } from './clock.ts';
import {
  endOf,
  failureOf,
  type JobHandle,
  type JobKind,
  type JobKinds,
  type OwnFields,
  type RecordOf,
} from './job-handle.ts';
import { type JobRecord, type JobStore, toPublicJob } from './job-store.ts';
import { isSafeToRepeat, mayTryAgain, restMs } from './retry-policy.ts';
import { createThrottle } from './throttle.ts';

const PROGRESS_EVERY_MS = 200;
/** Wait before what the disk did not take is written again. */
const WRITE_AGAIN_MS = 5000;

/** What the queue needs: its store, the kinds of jobs, and the files of jobs that have not ended. */
export type JobQueueParts = {
  store: JobStore;
  media: Pick<MediaStore, 'sweepIncoming'>;
  kinds: JobKinds;
  /** How many requests of a kind a connection may run at once. */
  concurrency: (connectionId: string, kind: JobRecord['kind']) => number;
  clock: Clock;
  /** Returns a number in [0, 1), for the jitter of back-offs. */
  random: () => number;
};

/** The queue's callbacks. */
export type JobEvents = {
  onUpdated: (job: Job) => void;
  onRemoved: (id: string) => void;
  onQueueChanged: (queue: Queue) => void;
  onBug: (error: unknown) => void;
};

/** Operations on the app's jobs. */
export type JobQueue = {
  /**
   * Adds a job of a kind; it starts when its turn comes. @param own the kind's own fields that differ from their
   * initial values.
   */
  add: <K extends JobRecord['kind']>(
    kind: K,
    request: RecordOf<K>['request'],
    own?: Partial<OwnFields<RecordOf<K>>>,
  ) => Job;
  /** Returns the id of an unfinished job with an identical request. */
  findSame: (fingerprint: string) => string | undefined;
  cancel: (id: string) => Result<null, AppError>;
  /** Cancels every job of a connection, waiting or running. */
  cancelAll: (connectionId: string) => void;
  /** Swaps a waiting job with its neighbour of the same connection; without a neighbour it stays. */
  move: (id: string, by: -1 | 1) => Result<null, AppError>;
  /** A paused connection starts no jobs; running jobs continue. */
  setPaused: (connectionId: string, isPaused: boolean) => void;
  /** Ends the back-off of a connection early. */
  retryNow: (connectionId: string) => void;
  dismiss: (id: string) => void;
  visible: () => Job[];
  /** The recorded exchanges of a job, first try first. */
  exchanges: (id: string) => Exchange[];
  /** The queues that are paused or backing off. */
  throttledQueues: () => Queue[];
  /** Settles interrupted jobs and starts queued ones. Call it once, at the start. */
  resume: () => Promise<void>;
  /** Aborts every running request without changing its persisted state. No job runs afterwards. */
  stop: () => void;
};

/** Opens the queue over its store. No job starts before `resume`. */
export function createJobQueue(parts: JobQueueParts, events: JobEvents): JobQueue {
  const { store, media, kinds, clock } = parts;
  /** Ordered by position. */
  const waiting: JobRecord[] = [];
  const waitingSince = new Map<string, number>();
  const running = new Map<string, { job: JobRecord; abort: AbortController }>();
  let lastPosition = Math.max(0, ...store.unfinished().map(({ position }) => position));
  let isStopped = false;
  /** The latest states of jobs that could not be written to disk yet. */
  const unsaved = new Map<string, JobRecord>();
  const throttle = createThrottle({
    clock,
    kept: store.queues(),
    onChanged(queue) {
      try {
        store.saveQueue(queue);
      } catch (error) {
        // A pause may be forgotten at the next start; the job that caused it must not fail.
        events.onBug(error);
      }
      events.onQueueChanged(queue);
      startNext();
    },
  });

  function startNext(): void {
    if (isStopped) return;
    const index = waiting.findIndex((job) => throttle.maySend(job.connectionId) && hasRoom(job));
    const [job] = index >= 0 ? waiting.splice(index, 1) : [];
    if (!job) return;
    void begin({ ...job, tries: job.tries + 1, firstTriedAtMs: job.firstTriedAtMs ?? clock.now(), error: null }, 'run');
    startNext();
  }

  function hasRoom({ kind, connectionId }: JobRecord): boolean {
    const rivals = [...running.values()].filter(({ job }) => job.kind === kind && job.connectionId === connectionId);
    return rivals.length < parts.concurrency(connectionId, kind);
  }

  function wait(job: JobRecord): void {
    if (!waitingSince.has(job.id)) waitingSince.set(job.id, clock.now());
    waiting.push(job);
    waiting.sort((a, b) => a.position - b.position);
  }

  /** Runs or settles a job to its end. Never rejects. */
  async function begin(job: JobRecord, task: 'run' | 'settle'): Promise<void> {
    const abort = new AbortController();
    const handle = openHandle(job, abort.signal);
    running.set(job.id, { job, abort });
    waitingSince.delete(job.id);
    const thrown = await kindOf(job)
      [task](handle)
      .then(
        () => undefined,
        (error: unknown) => ({ error }),
      );
    running.delete(job.id);
    if (isStopped) return;
    try {
      const latest = handle.current();
      if (thrown) settleFailure(latest, thrown.error, task);
      // Cancelled just when it was queued for a retry.
      else if (latest.state === 'queued' && abort.signal.aborted) endCancelled(latest);
      else if (latest.state === 'queued') wait(latest);
      startNext();
    } catch (error) {
      events.onBug(error);
    }
  }

  /**
   * Decides about a job whose work threw. What has been received is settled at once, and again later while the disk
   * fails; a job without anything received ends. The error says that it may have been billed if it was sent.
   */
  function settleFailure(job: JobRecord, thrown: unknown, task: 'run' | 'settle'): void {
    const isDisk = storageErrorCode(thrown) !== undefined;
    if (!isDisk) events.onBug(thrown);
    if (isJobOver(job.state)) return;
    const error = failureOf(thrown, job);
    if (!kindOf(job).hasResults(job) || (task === 'settle' && !isDisk)) {
      persist({ ...job, ...endOf(error) });
      return;
    }
    // A complete reply that could not be saved keeps its own error, or none.
    const kept: JobRecord = job.state === 'saving' ? job : { ...job, state: 'saving', error };
    persist(kept);
    if (task === 'run') void begin(kept, 'settle');
    else {
      clock.after(WRITE_AGAIN_MS, () => {
        if (!isStopped) void begin(kept, 'settle');
      });
    }
  }

  /**
   * Returns the kind of a job. The registry's type ties kinds to records; the compiler cannot follow a union through
   * it.
   */
  const kindOf = (job: JobRecord) => kinds[job.kind] as JobKind<JobRecord>;

  function openHandle<R extends JobRecord>(job: R, signal: AbortSignal): JobHandle<R> {
    let record = job;
    let reportedAtMs = 0;
    const waitedSince = waitingSince.get(job.id) ?? clock.now();
    const put = (next: R): void => {
      // After `stop` the next start relies on the state on disk: an aborted request is not a cancelled one.
      if (isStopped) return;
      record = next;
      persist(record, next.state === 'sending' || next.state === 'saving');
    };
    return {
      signal,
      isAppEnding: () => isStopped,
      current: () => record,
      update: (change) => put({ ...record, ...change }),
      record(exchange) {
        if (isStopped) return;
        const queuedMs = Math.max(0, exchange.startedAtMs - waitedSince);
        try {
          store.saveExchange(record.id, { ...exchange, tryNumber: record.tries, queuedMs });
        } catch (error) {
          // Failing to record an exchange must not fail its request.
          events.onBug(error);
        }
      },
      progress(receivedBytes) {
        record = { ...record, receivedBytes };
        if (isStopped || clock.now() - reportedAtMs < PROGRESS_EVERY_MS) return;
        reportedAtMs = clock.now();
        events.onUpdated(toPublicJob(record));
      },
      fail(error) {
        const { tries, firstTriedAtMs, connectionId } = record;
        const failed = { error, tries, sinceFirstTryMs: clock.now() - (firstTriedAtMs ?? clock.now()) };
        const waitMs = isSafeToRepeat(error) ? restMs(failed, parts.random()) : 0;
        const isAgain = mayTryAgain(failed, waitMs) && !kindOf(record).hasResults(record);
        // The job is updated before the throttle, because an open queue starts its next job at once.
        if (isAgain)
          put({ ...record, ...UNSENT, error: { ...error, details: { ...error.details, waitS: waitMs / 1000 } } });
        else put({ ...record, ...endOf(error) });
        if (waitMs > 0 && !isStopped) throttle.backOff(connectionId, waitMs, error.code);
      },
    };
  }

  /**
   * Saves a job, then reports it. While the disk fails, its state stays in memory and is saved again later, unless it
   * must be saved now. @throws then, and for anything but a failing disk.
   */
  function persist(job: JobRecord, isNeededNow = false): void {
    try {
      store.save(job);
      unsaved.delete(job.id);
    } catch (error) {
      if (isNeededNow || storageErrorCode(error) === undefined) throw error;
      if (unsaved.size === 0) saveLater();
      unsaved.set(job.id, job);
    }
    events.onUpdated(toPublicJob(job));
  }

  function saveLater(): void {
    clock.after(WRITE_AGAIN_MS, () => {
      if (isStopped) return;
      const jobs = [...unsaved.values()];
      unsaved.clear();
      for (const job of jobs) {
        try {
          persist(job);
        } catch (error) {
          // A bug with one job must not lose the states of the others.
          events.onBug(error);
        }
      }
    });
  }

  function endCancelled(job: JobRecord): void {
    persist({ ...job, state: 'cancelled', endedAtMs: clock.now(), error: null });
  }

  function enqueue(job: JobRecord): Job {
    store.save(job);
    wait(job);
    startNext();
    // Jobs started at once emit their own update.
    if (waiting.includes(job)) events.onUpdated(toPublicJob(job));
    return toPublicJob(find(job.id) ?? job);
  }

  function find(id: string): JobRecord | undefined {
    return unsaved.get(id) ?? store.find(id);
  }

  /** Whether the bytes that a job received are not in the library yet. After a bug they stay on disk. */
  function isIncomingNeeded(id: string): boolean {
    const job = find(id);
    return job !== undefined && (!isJobOver(job.state) || job.error?.code === 'internal.bug');
  }

  function cancel(id: string): Result<null, AppError> {
    const active = running.get(id);
    if (active) {
      active.abort.abort();
      return ok(null);
    }
    const index = waiting.findIndex((job) => job.id === id);
    const [job] = index >= 0 ? waiting.splice(index, 1) : [];
    if (!job) return fail(appError('job.not_found'));
    waitingSince.delete(id);
    endCancelled(job);
    return ok(null);
  }

  function newJob(connectionId: string) {
    lastPosition += 1;
    return {
      ...UNSENT,
      id: randomUUID(),
      connectionId,
      position: lastPosition,
      tries: 0,
      firstTriedAtMs: null,
      createdAtMs: clock.now(),
      endedAtMs: null,
      error: null,
      itemIds: [],
    };
  }

  return {
    add(kind, request, own) {
      const job: object = { ...newJob(request.connectionId), kind, request, ...kinds[kind].initial, ...own };
      // As above: kind, request and own fields match by the type of `add`.
      return enqueue(job as JobRecord);
    },
    findSame: (fingerprint) =>
      store.unfinished().find((job) => job.kind === 'speech' && job.fingerprint === fingerprint)?.id,
    cancel,
    cancelAll(connectionId) {
      // Waiting jobs first; otherwise one of them would start when a running job is cancelled.
      const jobs = [...waiting, ...[...running.values()].map(({ job }) => job)];
      for (const job of jobs) if (job.connectionId === connectionId) cancel(job.id);
    },
    move(id, by) {
      const job = waiting.find((one) => one.id === id);
      if (!job) return fail(appError('job.not_found'));
      const siblings = waiting.filter(({ connectionId }) => connectionId === job.connectionId);
      const neighbour = siblings[siblings.indexOf(job) + by];
      if (!neighbour) return ok(null);
      const moved = [
        { ...job, position: neighbour.position },
        { ...neighbour, position: job.position },
      ];
      waiting.splice(0, waiting.length, ...waiting.filter((one) => one !== job && one !== neighbour));
      for (const one of moved) {
        wait(one);
        persist(one);
      }
      return ok(null);
    },
    setPaused: throttle.setPaused,
    retryNow: throttle.retryNow,
    dismiss(id) {
      const job = find(id);
      if (!job || !isJobOver(job.state)) return;
      store.dismiss(id);
      events.onRemoved(id);
    },
    exchanges: store.exchanges,
    visible: () => store.visible().map((job) => toPublicJob(unsaved.get(job.id) ?? job)),
    throttledQueues: throttle.throttled,
    async resume() {
      const unfinished = store.unfinished();
      for (const job of unfinished) if (job.state === 'queued') wait(job);
      for (const job of unfinished) if (job.state !== 'queued') await begin(job, 'settle');
      await media.sweepIncoming(isIncomingNeeded);
      startNext();
    },
    stop() {
      isStopped = true;
      throttle.stop();
      for (const { abort } of running.values()) abort.abort();
    },
  };
}

/** The fields of a job before it is sent, for the first time or again. */
const UNSENT = { state: 'queued', sentAtMs: null, receivedBytes: 0, previewMediaId: null, arrival: null } as const;
