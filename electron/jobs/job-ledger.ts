// The jobs in memory, and their way to disk. A state is on disk before the step it names where a caller waits for that;
// any other is in memory at once, written in the background, and written again while the disk fails.

import { isJobOver, isJobSettled } from '../../shared/app/job-states.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import type { Database } from '../database/client.ts';
import { storageErrorCode } from '../files.ts';
import type { Clock } from './clock.ts';
import { type JobRecord, toPublicJob } from './job-record.ts';
import type { JobSeal } from './job-seal.ts';
import { writeAgainMs } from './retry-policy.ts';

/** Operations on the records of jobs. */
export type JobLedger = {
  /** Reads what earlier runs left; what is in memory already stays. @throws SQLite's error. */
  load: () => Promise<void>;
  /** Jobs that are to be shown, in the order they were added: all except settled and dismissed ones. */
  all: () => JobRecord[];
  get: (id: string) => JobRecord | undefined;
  /** Of these jobs of an earlier run, those that nobody can say are as the app wrote them; they are written unsealed. */
  findDoubtful: (ids: readonly string[]) => string[];
  /** A person wants these jobs to be sent: they are sealed from now on. */
  trust: (ids: readonly string[]) => void;
  /** Writes unfinished jobs again that need not be doubted, sealed. @returns whether all of them are on disk so. */
  sealAgain: () => Promise<boolean>;
  /** Writes new jobs, all or none, then keeps them in memory, without a report. @throws if they could not be written. */
  add: (jobs: readonly JobRecord[]) => Promise<void>;
  /** Changes a job in memory, reports it, and writes it in the background. */
  put: (job: JobRecord) => void;
  /** Writes a change of an ended job in the background. It is reported if the job is shown; a dismissed one stays so. */
  amend: (job: JobRecord) => void;
  /**
   * Writes a job, then changes it in memory and reports it. @param save writes the job in a transaction with something
   * else. @throws if it could not be written; the job in memory is as before then.
   */
  store: (job: JobRecord, save?: (job: JobRecord) => Promise<void>) => Promise<void>;
  /** Shows ended jobs no longer: in memory at once, on disk in the background. */
  dismiss: (ids: readonly string[]) => void;
  /** What was put so far is still written, once; nothing is written again. */
  stop: () => void;
};

/** What the ledger needs. */
export type JobLedgerDeps = {
  store: Pick<Database['jobs'], 'save' | 'saveAll' | 'visible' | 'dismiss'>;
  clock: Clock;
  seal: JobSeal;
  onUpdated: (job: Job) => void;
  onRemoved: (id: string) => void;
  onBug: (error: unknown) => void;
};

/** Creates the ledger; it knows no job before `load`. */
export function createJobLedger({ store, clock, seal, onUpdated, onRemoved, onBug }: JobLedgerDeps): JobLedger {
  const shown = new Map<string, JobRecord>();
  /** The latest states that are not known to be on disk. */
  const unwritten = new Map<string, JobRecord>();
  /** Jobs that are on their way to disk in a state that is not in memory yet. */
  const storing = new Set<string>();
  /** Dismissed jobs of which that is not known to be on disk. */
  const undismissed = new Set<string>();
  /** Jobs of an earlier run as they were stored, until it is known that they can be trusted. */
  const doubted = new Map<string, JobRecord>();
  const sealed = (job: JobRecord): JobRecord => (doubted.has(job.id) ? job : seal.seal(job));
  let failures = 0;
  let isWaiting = false;
  let isStopped = false;

  function change(job: JobRecord): void {
    undismissed.delete(job.id);
    if (isJobSettled(job)) shown.delete(job.id);
    else shown.set(job.id, job);
    onUpdated(toPublicJob(job));
  }

  /** Calls of the database are carried out in order, so a later state is never replaced by an earlier one. */
  async function write(job: JobRecord): Promise<void> {
    try {
      await store.save(sealed(job));
      failures = 0;
      if (unwritten.get(job.id) === job) unwritten.delete(job.id);
    } catch (error) {
      // A later state is on its way.
      if (unwritten.get(job.id) !== job) return;
      if (storageErrorCode(error) !== undefined) return writeAgainLater();
      unwritten.delete(job.id);
      onBug(error);
    }
  }

  function put(job: JobRecord): void {
    unwritten.set(job.id, job);
    void write(job);
    change(job);
  }

  /** In order after the job's last state, as all calls of the database. */
  async function writeDismissed(ids: readonly string[]): Promise<void> {
    try {
      await store.dismiss(ids);
      failures = 0;
      for (const id of ids) undismissed.delete(id);
    } catch (error) {
      if (storageErrorCode(error) !== undefined) return writeAgainLater();
      for (const id of ids) undismissed.delete(id);
      onBug(error);
    }
  }

  function writeAgainLater(): void {
    if (isWaiting || isStopped) return;
    isWaiting = true;
    clock.after(writeAgainMs(failures), () => {
      isWaiting = false;
      if (isStopped) return;
      failures += 1;
      for (const job of [...unwritten.values()]) void write(job);
      if (undismissed.size > 0) void writeDismissed([...undismissed]);
    });
  }

  return {
    async load() {
      for (const job of await store.visible()) {
        if (shown.has(job.id) || undismissed.has(job.id)) continue;
        const { seal: _seal, sealEpoch: _epoch, ...record } = job;
        shown.set(job.id, record);
        doubted.set(job.id, job);
      }
    },
    findDoubtful(ids) {
      const read = ids.flatMap((id) => doubted.get(id) ?? []);
      for (const job of read) if (seal.isValid(job)) doubted.delete(job.id);
      return ids.filter((id) => doubted.has(id));
    },
    trust(ids) {
      for (const id of ids) {
        doubted.delete(id);
        const job = shown.get(id);
        if (job) void write(job);
      }
    },
    async sealAgain() {
      const jobs = [...shown.values()].filter(({ id, state }) => !doubted.has(id) && !isJobOver(state));
      // A later state of those is on its way to the disk; written now, an earlier one would follow it.
      const left = jobs.filter(({ id }) => !storing.has(id));
      for (const job of left) unwritten.set(job.id, job);
      await Promise.all(left.map(write));
      return left.length === jobs.length && unwritten.size === 0;
    },
    all: () => [...shown.values()],
    get: (id) => shown.get(id),
    async add(jobs) {
      await store.saveAll(jobs.map(sealed));
      for (const job of jobs) shown.set(job.id, job);
    },
    put,
    async store(job, save = store.save) {
      const before = unwritten.get(job.id);
      // An earlier state must not be written again after this one.
      unwritten.delete(job.id);
      storing.add(job.id);
      try {
        await save(sealed(job));
      } catch (error) {
        if (before && !unwritten.has(job.id)) {
          unwritten.set(job.id, before);
          writeAgainLater();
        }
        throw error;
      } finally {
        storing.delete(job.id);
      }
      change(job);
    },
    amend(job) {
      if (shown.has(job.id)) return put(job);
      unwritten.set(job.id, job);
      void write(job);
    },
    dismiss(ids) {
      const over = ids.filter((id) => isJobOver(shown.get(id)?.state ?? 'queued'));
      for (const id of over) {
        undismissed.add(id);
        shown.delete(id);
        onRemoved(id);
      }
      if (over.length > 0) void writeDismissed(over);
    },
    stop() {
      isStopped = true;
    },
  };
}
