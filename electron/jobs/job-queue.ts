// The queue of jobs: which runs when, cancelling, and taking up what an earlier run of the app left behind.

import { randomUUID } from 'node:crypto';
import type { EditRequest } from '../../shared/contract/images.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { isJobOver } from '../../shared/job-states.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { MediaStore } from '../library/media-store.ts';
import { endOf, type JobHandle, type JobRunner } from './job-handle.ts';
import { type EditRecord, type JobRecord, type JobStore, type SpeechRecord, toPublicJob } from './job-store.ts';

const PROGRESS_EVERY_MS = 200;

/** What the queue works with: its store, a runner for each kind, the files of jobs that have not ended. */
export type JobQueueParts = {
  store: JobStore;
  media: Pick<MediaStore, 'sweepIncoming'>;
  runners: { speech: JobRunner<SpeechRecord>; edit: JobRunner<EditRecord> };
};

/** What the queue tells. */
export type JobEvents = {
  onUpdated: (job: Job) => void;
  onRemoved: (id: string) => void;
  onBug: (error: unknown) => void;
};

/** The jobs of the app. */
export type JobQueue = {
  speak: (request: SpeechRequest) => Job;
  edit: (request: EditRequest) => Job;
  cancel: (id: string) => Result<null, AppError>;
  dismiss: (id: string) => void;
  visible: () => Job[];
  /** Settles what was interrupted and starts what is queued; once, at the start. */
  resume: () => Promise<void>;
  /** Ends every running request without touching its persisted state. Nothing runs afterwards. */
  stop: () => void;
};

/** Opens the queue over its store. */
export function createJobQueue({ store, media, runners }: JobQueueParts, events: JobEvents): JobQueue {
  const waiting: JobRecord[] = [];
  const running = new Map<string, { job: JobRecord; abort: AbortController }>();
  let isStopped = false;

  function startNext(): void {
    if (isStopped) return;
    const index = waiting.findIndex(hasRoom);
    const [job] = index >= 0 ? waiting.splice(index, 1) : [];
    if (!job) return;
    start(job);
    startNext();
  }

  function hasRoom({ kind, connectionId }: JobRecord): boolean {
    const rivals = [...running.values()].filter(({ job }) => job.kind === kind && job.connectionId === connectionId);
    return rivals.length < runners[kind].concurrency;
  }

  function start(job: JobRecord): void {
    const abort = new AbortController();
    running.set(job.id, { job, abort });
    work(job, 'run', abort.signal)
      .catch((error: unknown) => {
        events.onBug(error);
        const latest = store.find(job.id) ?? job;
        openHandle(latest, abort.signal).update(endOf(appError('internal.bug')));
      })
      .finally(() => {
        running.delete(job.id);
        startNext();
      });
  }

  function work(job: JobRecord, task: 'run' | 'settle', signal: AbortSignal): Promise<void> {
    return job.kind === 'speech'
      ? runners.speech[task](openHandle(job, signal))
      : runners.edit[task](openHandle(job, signal));
  }

  function openHandle<R extends JobRecord>(job: R, signal: AbortSignal): JobHandle<R> {
    let record = job;
    let toldAtMs = 0;
    return {
      signal,
      isAppEnding: () => isStopped,
      current: () => record,
      update(change) {
        // After `stop` the state on disk is the truth for the next start: an aborted request is not a cancelled one.
        if (isStopped) return;
        record = { ...record, ...change };
        store.save(record);
        events.onUpdated(toPublicJob(record));
      },
      progress(receivedBytes) {
        record = { ...record, receivedBytes };
        if (isStopped || Date.now() - toldAtMs < PROGRESS_EVERY_MS) return;
        toldAtMs = Date.now();
        events.onUpdated(toPublicJob(record));
      },
    };
  }

  function enqueue(job: JobRecord): Job {
    store.save(job);
    waiting.push(job);
    startNext();
    return toPublicJob(store.find(job.id) ?? job);
  }

  return {
    speak: (request) => enqueue({ ...newJob(request.connectionId), kind: 'speech', request, arrival: null }),
    edit: (request) => enqueue({ ...newJob(request.connectionId), kind: 'edit', request, arrival: null }),
    cancel(id) {
      const active = running.get(id);
      if (active) {
        active.abort.abort();
        return ok(null);
      }
      const index = waiting.findIndex((job) => job.id === id);
      const [job] = index >= 0 ? waiting.splice(index, 1) : [];
      if (!job) return fail(appError('job.not_found'));
      const cancelled: JobRecord = { ...job, state: 'cancelled', endedAtMs: Date.now() };
      store.save(cancelled);
      events.onUpdated(toPublicJob(cancelled));
      return ok(null);
    },
    dismiss(id) {
      const job = store.find(id);
      if (!job || !isJobOver(job.state)) return;
      store.dismiss(id);
      events.onRemoved(id);
    },
    visible: () => store.visible().map(toPublicJob),
    async resume() {
      const never = new AbortController().signal;
      for (const job of store.unfinished()) {
        if (job.state !== 'queued') await work(job, 'settle', never);
        const settled = store.find(job.id);
        if (settled?.state === 'queued') waiting.push(settled);
      }
      await media.sweepIncoming();
      startNext();
    },
    stop() {
      isStopped = true;
      for (const { abort } of running.values()) abort.abort();
    },
  };
}

function newJob(connectionId: string) {
  return {
    id: randomUUID(),
    state: 'queued' as const,
    connectionId,
    createdAtMs: Date.now(),
    sentAtMs: null,
    endedAtMs: null,
    receivedBytes: 0,
    error: null,
    itemIds: [],
    previewMediaId: null,
  };
}
