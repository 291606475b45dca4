// The queue of jobs: which runs when, cancelling, and taking up what an earlier run of the app left behind.

import { randomUUID } from 'node:crypto';
import type { Job } from '../../shared/contract/jobs.ts';
import type { SpeechRequest } from '../../shared/contract/speech.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { isJobOver } from '../../shared/job-states.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { type JobRecord, type JobStore, toPublicJob } from './job-store.ts';
import { type JobHandle, runSpeechJob, type SpeechJobTools, settleInterruptedJob } from './speech-job.ts';

/** Requests a connection answers at the same time. */
const SPEECH_CONCURRENCY = 3;
const PROGRESS_EVERY_MS = 200;

/** What the queue tells. */
export type JobEvents = {
  onUpdated: (job: Job) => void;
  onRemoved: (id: string) => void;
  onBug: (error: unknown) => void;
};

/** The jobs of the app. */
export type JobQueue = {
  speak: (request: SpeechRequest) => Job;
  cancel: (id: string) => Result<null, AppError>;
  dismiss: (id: string) => void;
  visible: () => Job[];
  /** Settles what was interrupted and starts what is queued; once, at the start. */
  resume: () => Promise<void>;
  /** Ends every running request without touching its persisted state. Nothing runs afterwards. */
  stop: () => void;
};

/** Opens the queue over its store. */
export function createJobQueue(store: JobStore, tools: SpeechJobTools, events: JobEvents): JobQueue {
  const waiting: JobRecord[] = [];
  const running = new Map<string, { job: JobRecord; abort: AbortController }>();
  let isStopped = false;

  function startNext(): void {
    if (isStopped) return;
    for (const [index, job] of waiting.entries()) {
      const busy = [...running.values()].filter((entry) => entry.job.connectionId === job.connectionId).length;
      if (busy >= SPEECH_CONCURRENCY) continue;
      waiting.splice(index, 1);
      run(job, runSpeechJob);
      startNext();
      return;
    }
  }

  function run(job: JobRecord, work: (handle: JobHandle, tools: SpeechJobTools) => Promise<void>): void {
    const abort = new AbortController();
    running.set(job.id, { job, abort });
    const handle = openHandle(job, abort.signal);
    work(handle, tools)
      .catch((error: unknown) => {
        events.onBug(error);
        if (!isStopped) handle.update({ state: 'failed', endedAtMs: Date.now(), error: appError('internal.bug') });
      })
      .finally(() => {
        running.delete(job.id);
        startNext();
      });
  }

  function openHandle(job: JobRecord, signal: AbortSignal): JobHandle {
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

  return {
    speak(request) {
      const job: JobRecord = {
        id: randomUUID(),
        kind: 'speech',
        state: 'queued',
        connectionId: request.connectionId,
        request,
        createdAtMs: Date.now(),
        sentAtMs: null,
        endedAtMs: null,
        receivedBytes: 0,
        error: null,
        itemId: null,
        arrival: null,
      };
      store.save(job);
      waiting.push(job);
      startNext();
      return toPublicJob(store.find(job.id) ?? job);
    },
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
      for (const job of store.unfinished()) {
        if (job.state !== 'queued') await settleInterruptedJob(openHandle(job, new AbortController().signal), tools);
        const settled = store.find(job.id);
        if (settled?.state === 'queued') waiting.push(settled);
      }
      await tools.media.sweepIncoming();
      startNext();
    },
    stop() {
      isStopped = true;
      for (const { abort } of running.values()) abort.abort();
    },
  };
}
