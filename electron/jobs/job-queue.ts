// The queue of jobs: which runs when, trying again, pausing, cancelling, and taking up what an earlier run of the app left behind.

import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../shared/contract/exchanges.ts';
import type { Job, Queue } from '../../shared/contract/jobs.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { isJobOver } from '../../shared/job-states.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { MediaStore } from '../library/media-store.ts';
import type { Clock } from './clock.ts';

import { endOf, type JobHandle, type JobKind, type JobKinds, type OwnFields, type RecordOf } from './job-handle.ts';
import { type JobRecord, type JobStore, toPublicJob } from './job-store.ts';
import { isSafeToRepeat, mayTryAgain, restMs } from './retry-policy.ts';
import { createThrottle } from './throttle.ts';

const PROGRESS_EVERY_MS = 200;

/** What the queue works with: its store, the kinds of jobs, the files of jobs that have not ended. */
export type JobQueueParts = {
  store: JobStore;
  media: Pick<MediaStore, 'sweepIncoming'>;
  kinds: JobKinds;
  /** Requests of a kind that a connection may have under way. */
  concurrency: (connectionId: string, kind: JobRecord['kind']) => number;
  clock: Clock;
  /** In [0, 1), for the jitter of back-offs. */
  random: () => number;
};

/** What the queue reports. */
export type JobEvents = {
  onUpdated: (job: Job) => void;
  onRemoved: (id: string) => void;
  onQueueChanged: (queue: Queue) => void;
  onBug: (error: unknown) => void;
};

/** The jobs of the app. */
export type JobQueue = {
  /** Adds a job of a kind; it starts when its turn comes. @param own fields of its kind that differ from their initial values. */
  add: <K extends JobRecord['kind']>(
    kind: K,
    request: RecordOf<K>['request'],
    own?: Partial<OwnFields<RecordOf<K>>>,
  ) => Job;
  /** Id of the job that an identical request has not ended yet. */
  findSame: (fingerprint: string) => string | undefined;
  cancel: (id: string) => Result<null, AppError>;
  /** Cancels every job of a connection, waiting or under way. */
  cancelAll: (connectionId: string) => void;
  /** Moves a waiting job past its neighbour of the same connection; at an end it stays. */
  move: (id: string, by: -1 | 1) => Result<null, AppError>;
  /** A paused connection begins nothing; what is under way goes on. */
  setPaused: (connectionId: string, isPaused: boolean) => void;
  /** Ends the back-off a relay asked for. */
  retryNow: (connectionId: string) => void;
  dismiss: (id: string) => void;
  visible: () => Job[];
  /** What went over the wire for a job, first try first. */
  exchanges: (id: string) => Exchange[];
  /** Queues that are paused or backing off. */
  throttledQueues: () => Queue[];
  /** Settles what was interrupted and starts what is queued; once, at the start. */
  resume: () => Promise<void>;
  /** Ends every running request without touching its persisted state. Nothing runs afterwards. */
  stop: () => void;
};

/** Opens the queue over its store. */
export function createJobQueue(parts: JobQueueParts, events: JobEvents): JobQueue {
  const { store, media, kinds, clock } = parts;
  /** In the order of their positions. */
  const waiting: JobRecord[] = [];
  const waitingSince = new Map<string, number>();
  const running = new Map<string, { job: JobRecord; abort: AbortController }>();
  let lastPosition = Math.max(0, ...store.unfinished().map(({ position }) => position));
  let isStopped = false;
  const throttle = createThrottle({
    clock,
    kept: store.queues(),
    onChanged(queue) {
      store.saveQueue(queue);
      events.onQueueChanged(queue);
      startNext();
    },
  });

  function startNext(): void {
    if (isStopped) return;
    const index = waiting.findIndex((job) => throttle.maySend(job.connectionId) && hasRoom(job));
    const [job] = index >= 0 ? waiting.splice(index, 1) : [];
    if (!job) return;
    start({ ...job, tries: job.tries + 1, firstTriedAtMs: job.firstTriedAtMs ?? clock.now(), error: null });
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

  function start(job: JobRecord): void {
    const abort = new AbortController();
    running.set(job.id, { job, abort });
    const working = work(job, 'run', abort.signal);
    waitingSince.delete(job.id);
    working
      .catch((error: unknown) => {
        events.onBug(error);
        const latest = store.find(job.id) ?? job;
        openHandle(latest, abort.signal).update(endOf(appError('internal.bug')));
      })
      .finally(() => {
        running.delete(job.id);
        if (isStopped) return;
        const latest = store.find(job.id);
        // Cancelled at the very moment it was put back.
        if (latest?.state === 'queued' && abort.signal.aborted) endCancelled(latest);
        else if (latest?.state === 'queued') wait(latest);
        startNext();
      });
  }

  /** The kind of a job. The registry's type ties kinds to records; the compiler cannot follow a union through it. */
  const kindOf = (job: JobRecord) => kinds[job.kind] as JobKind<JobRecord>;

  function work(job: JobRecord, task: 'run' | 'settle', signal: AbortSignal): Promise<void> {
    return kindOf(job)[task](openHandle(job, signal));
  }

  function openHandle<R extends JobRecord>(job: R, signal: AbortSignal): JobHandle<R> {
    let record = job;
    let reportedAtMs = 0;
    const waitedSince = waitingSince.get(job.id) ?? clock.now();
    const put = (next: R): void => {
      // After `stop` the state on disk is the truth for the next start: an aborted request is not a cancelled one.
      if (isStopped) return;
      record = next;
      persist(record);
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
          // The request is worth more than its record.
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
        // The job before the throttle: a queue that may send starts its next job at once.
        if (isAgain)
          put({ ...record, ...UNSENT, error: { ...error, details: { ...error.details, waitS: waitMs / 1000 } } });
        else put({ ...record, ...endOf(error) });
        if (waitMs > 0 && !isStopped) throttle.backOff(connectionId, waitMs, error.code);
      },
    };
  }

  /** Writes a job down, then reports it. */
  function persist(job: JobRecord): void {
    store.save(job);
    events.onUpdated(toPublicJob(job));
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
    return toPublicJob(store.find(job.id) ?? job);
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
      // As above: kind, request and own fields belong together by the type of `add`.
      return enqueue(job as JobRecord);
    },
    findSame: (fingerprint) =>
      store.unfinished().find((job) => job.kind === 'speech' && job.fingerprint === fingerprint)?.id,
    cancel,
    cancelAll(connectionId) {
      // Those that wait first, so that none of them takes the place of one that was stopped.
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
      const job = store.find(id);
      if (!job || !isJobOver(job.state)) return;
      store.dismiss(id);
      events.onRemoved(id);
    },
    exchanges: store.exchanges,
    visible: () => store.visible().map(toPublicJob),
    throttledQueues: throttle.throttled,
    async resume() {
      const never = new AbortController().signal;
      for (const job of store.unfinished()) {
        if (job.state !== 'queued') await work(job, 'settle', never);
        const settled = store.find(job.id);
        if (settled?.state === 'queued') wait(settled);
      }
      await media.sweepIncoming();
      startNext();
    },
    stop() {
      isStopped = true;
      throttle.stop();
      for (const { abort } of running.values()) abort.abort();
    },
  };
}

/** What a job is before it is sent, the first time or again. */
const UNSENT = { state: 'queued', sentAtMs: null, receivedBytes: 0, previewMediaId: null, arrival: null } as const;
