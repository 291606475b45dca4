// The job queue: adding, starting, ordering, pausing and cancelling jobs, and settling those that an earlier run of the
// app left unfinished.

import { randomUUID } from 'node:crypto';
import { isJobOver } from '../../shared/app/job-states.ts';
import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import type { Exchange } from '../../shared/contract/exchanges.ts';
import type { Job, Queue } from '../../shared/contract/jobs.ts';
import { type AppError, appError, isRefusalOfAll } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Database } from '../database/client.ts';
import { DATABASE_ENDED, storageErrorCode } from '../files.ts';
import { afterDismissal, withoutPicture } from './dismissal.ts';
import { cancelledEnd, type JobKinds, type OwnFields, type RecordOf, UNSENT } from './job-handle.ts';
import { createJobLedger, type JobLedgerDeps } from './job-ledger.ts';
import { type JobRecord, toPublicJob } from './job-record.ts';
import { createJobRunner, type JobRunnerDeps } from './job-runner.ts';
import { writeAgainMs } from './retry-policy.ts';
import type { Spending } from './spending.ts';
import { createThrottle } from './throttle.ts';
import { createWaitingLine } from './waiting-line.ts';
import { createWishes, wishOf } from './wishes.ts';

/** What the queue needs: its rows, the kinds of jobs, and the files of jobs that have not ended. */
export type JobQueueDeps = Pick<JobRunnerDeps, 'clock' | 'random' | 'onFailing'> &
  Pick<JobLedgerDeps, 'seal'> & {
    store: Database['jobs'];
    /** Waits until the database was opened, and says whether the library can be written. */
    opened: () => Promise<{ isWritable: boolean }>;
    /** Settles received bytes that no job accounts for. @param findJob finds any job that is known. */
    recoverLeftovers: (findJob: (id: string) => Promise<JobRecord | undefined>) => Promise<void>;
    kinds: JobKinds;
    /** How many requests of a kind a connection may run at once. */
    concurrency: (connectionId: string, kind: JobRecord['kind']) => number;
    spending: Pick<Spending, 'load' | 'fits' | 'allow'>;
  };

/** The queue's callbacks. */
export type JobEvents = Pick<JobLedgerDeps, 'onUpdated' | 'onRemoved' | 'onBug'> & {
  onQueueChanged: (queue: Queue) => void;
  /** What earlier runs left is known now. */
  onLoaded: (jobs: Job[], queues: Queue[]) => void;
};

/**
 * A job to be added. `own`: the kind's own fields that differ from their initial values. `wish`: what it stands
 * for, if that is more than itself; see wishes.ts.
 */
export type NewJob<K extends JobRecord['kind']> = {
  request: RecordOf<K>['request'];
  own?: Partial<OwnFields<RecordOf<K>>>;
  wish?: string;
};

/** Operations on the app's jobs. */
export type JobQueue = {
  /**
   * Adds a job of a kind; it starts when its turn comes. @param own the kind's own fields that differ from their
   * initial values. @throws SQLite's error if it cannot be stored; it is never sent then.
   */
  add: <K extends JobRecord['kind']>(
    kind: K,
    request: RecordOf<K>['request'],
    own?: Partial<OwnFields<RecordOf<K>>>,
  ) => Promise<Job>;
  /** Adds jobs in this order, as `add` does: all of them, or none if they cannot be stored. */
  addSpeech: (orders: readonly NewJob<'speech'>[]) => Promise<Job[]>;
  addEdits: (orders: readonly NewJob<'edit'>[]) => Promise<Job[]>;
  /** Returns the id of an unfinished job with an identical request. */
  findSame: (fingerprint: string) => string | undefined;
  /** Returns the ids of the jobs that stand for a wish (wishes.ts), also of those that have just ended. */
  findWish: (wish: string) => readonly string[];
  /** Cancels a job. What is being saved has been received: it is saved all the same. */
  cancel: (id: string) => Result<null, AppError>;
  /** Cancels every job of a connection, waiting or running. */
  cancelAll: (connectionId: string) => void;
  /** Swaps a waiting job with its neighbour of the same connection; without a neighbour it stays. */
  move: (id: string, by: -1 | 1) => Result<null, AppError>;
  /** Pauses a waiting job, until it is resumed: others pass it. Fails if it does not wait. */
  setJobPaused: (id: string, isPaused: boolean) => Result<null, AppError>;
  /** A paused connection starts no jobs; running jobs continue. */
  setPaused: (connectionId: string, isPaused: boolean) => void;
  /** Ends the back-off of a connection early. */
  retryNow: (connectionId: string) => void;
  /**
   * Settles an ended job again, whose reply is in its incoming file; sends nothing. Resolves when that has ended.
   */
  settleAgain: (job: JobRecord) => Promise<void>;
  /** Changes an ended job, if it is known. */
  amend: (id: string, change: (job: JobRecord) => JobRecord) => Promise<void>;
  /** Finds any job, also one that is no longer shown. @throws SQLite's error. */
  find: (id: string) => Promise<JobRecord | undefined>;
  /** Hides what ended jobs say, as `afterDismissal` in dismissal.ts. Others and unknown ones are left as they are. */
  dismiss: (ids: readonly string[]) => void;
  /** Hides that one picture of an ended edit failed, by its index in the reply. */
  dismissPicture: (id: string, index: number) => void;
  visible: () => Job[];
  /** The recorded exchanges of a job, first try first. */
  exchanges: (id: string) => Promise<Exchange[]>;
  /** The queues that are paused or backing off. */
  throttledQueues: () => Queue[];
  /**
   * Settles interrupted jobs and starts queued ones. Call it once, at the start. While the disk fails it begins again
   * later; without a writable library it does nothing.
   */
  resume: () => Promise<void>;
  /** Aborts every running request without changing its persisted state. No job runs afterwards. */
  stop: () => void;
};

/** Opens the queue over its rows. Jobs of an earlier run are not continued before `resume`. */
export function createJobQueue(deps: JobQueueDeps, events: JobEvents): JobQueue {
  const { store, kinds, clock, seal, spending } = deps;
  const line = createWaitingLine();
  const waitingSince = new Map<string, number>();
  /** Jobs whose first write is under way. */
  const adding = new Map<string, JobRecord>();
  /** Connections with jobs of an earlier run that have not been compared with their seals yet. */
  const unchecked = new Set<string>();
  let lastPosition = 0;
  let isStopped = false;
  let loading: Promise<void> | undefined;
  const ledger = createJobLedger({ ...events, store, clock, seal });
  const wishes = createWishes(clock, (id) => ledger.get(id) ?? adding.get(id));
  const throttle = createThrottle({
    clock,
    onChanged(queue) {
      // A pause may be forgotten at the next start; the job that caused it must not fail.
      if (!queue.isUnverified) store.saveQueue(queue).catch(events.onBug);
      events.onQueueChanged(queue);
      startNext();
    },
  });
  const runner = createJobRunner({
    ...events,
    ledger,
    store,
    kinds,
    clock,
    random: deps.random,
    onFailing: deps.onFailing,
    backOff: throttle.backOff,
    maySend,
    onEnded(job) {
      if (job.state === 'queued') wait(job);
      countRefusals(job);
      startNext();
    },
  });

  /** Reads what earlier runs left. After a failure, the next call reads again. */
  function load(): Promise<void> {
    loading ??= (async () => {
      await Promise.all([ledger.load(), spending.load()]);
      wishes.add(ledger.all().map((job) => [wishOf(job), job]));
      throttle.restore(await store.queues());
      lastPosition = Math.max(lastPosition, ...ledger.all().map(({ position }) => position));
      events.onLoaded(ledger.all().map(toPublicJob), throttle.throttled());
    })().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  function startNext(): void {
    if (isStopped) return;
    const job = line.takeFirst((one) => !one.isPaused && maySend(one.connectionId) && hasRoom(one));
    if (!job) return;
    if (!spending.fits(job, runner.running())) {
      line.add(job);
      // Its change starts those of other connections.
      throttle.holdForBudget(job.connectionId);
      return;
    }
    const firstTriedAtMs = job.firstTriedAtMs ?? clock.now();
    const waitedSinceMs = waitingSince.get(job.id) ?? clock.now();
    waitingSince.delete(job.id);
    runner.run({ ...job, tries: job.tries + 1, firstTriedAtMs, error: null }, waitedSinceMs);
    startNext();
  }

  function countRefusals({ connectionId, state, error }: JobRecord): void {
    if (state === 'done') throttle.answered(connectionId);
    else if (state === 'failed' && error && isRefusalOfAll(error.code))
      throttle.refused(connectionId, error.code, hasWaiting(connectionId));
  }

  const hasWaiting = (id: string): boolean => line.all().some(({ connectionId }) => connectionId === id);

  function maySend(connectionId: string): boolean {
    return throttle.maySend(connectionId) && !unchecked.has(connectionId);
  }

  function hasRoom({ kind, connectionId }: JobRecord): boolean {
    const rivals = runner.running().filter((job) => job.kind === kind && job.connectionId === connectionId);
    return rivals.length < deps.concurrency(connectionId, kind);
  }

  function wait(job: JobRecord): void {
    if (!waitingSince.has(job.id)) waitingSince.set(job.id, clock.now());
    line.add(job);
  }

  async function enqueue(added: readonly JobRecord[]): Promise<Job[]> {
    // Known from the first moment, so that an identical request finds them.
    for (const job of added) adding.set(job.id, job);
    try {
      await load();
      const first = lastPosition + 1;
      lastPosition += added.length;
      const jobs = added.map((job, index) => ({ ...job, position: first + index }));
      await storeNew(jobs);
      for (const job of jobs) wait(job);
      startNext();
      // Jobs started at once emit their own update.
      const waiting = new Set(line.all());
      for (const job of jobs) if (waiting.has(job)) events.onUpdated(toPublicJob(job));
      return jobs.map(toPublicJob);
    } catch (error) {
      for (const { id } of added) wishes.withdraw(id);
      throw error;
    } finally {
      for (const { id } of added) adding.delete(id);
    }
  }

  async function storeNew(jobs: readonly JobRecord[]): Promise<void> {
    try {
      await ledger.add(jobs);
    } catch (error) {
      // They may have been written all the same; the next start must not send them.
      if (storageErrorCode(error) === DATABASE_ENDED)
        store.saveAll(jobs.map((job) => ({ ...job, ...cancelledEnd(job) }))).catch(events.onBug);
      throw error;
    }
  }

  function cancel(id: string): Result<null, AppError> {
    if (ledger.get(id)?.state === 'saving') return ok(null);
    wishes.withdraw(id);
    if (runner.abort(id)) return ok(null);
    const job = line.take(id);
    if (!job) return fail(appError('job.not_found'));
    waitingSince.delete(id);
    ledger.put({ ...job, ...cancelledEnd(job) });
    return ok(null);
  }

  function newJob(connectionId: string) {
    return {
      ...UNSENT,
      id: randomUUID(),
      connectionId,
      position: 0,
      tries: 0,
      firstTriedAtMs: null,
      earlierTries: 0,
      createdAtMs: clock.now(),
      endedAtMs: null,
      error: null,
      itemIds: [],
    };
  }

  function addAll<K extends JobRecord['kind']>(kind: K, orders: readonly NewJob<K>[]): Promise<Job[]> {
    const jobs = orders.map(({ request, own }): object => ({
      ...newJob(request.connectionId),
      kind,
      request,
      ...kinds[kind].initial,
      ...own,
    }));
    // As in the runner: kind, request and own fields match by the type of `NewJob`.
    const added = jobs as JobRecord[];
    wishes.add(added.map((job, index) => [orders[index]?.wish ?? wishOf(job), job]));
    return enqueue(added);
  }

  async function resume(failures = 0): Promise<void> {
    try {
      const { isWritable } = await deps.opened();
      await load();
      if (isWritable && !isStopped) await settleAll();
    } catch (error) {
      events.onBug(error);
      if (storageErrorCode(error) === undefined) return;
      clock.after(writeAgainMs(failures), () => {
        if (!isStopped) void resume(failures + 1);
      });
    }
  }

  async function settleAll(): Promise<void> {
    const own = new Set([...line.all(), ...runner.running(), ...adding.values()].map(({ id }) => id));
    const left = ledger.all().filter(({ id, state }) => !isJobOver(state) && !own.has(id));
    // The practice relay is free, and runs on this computer.
    const toCheck = left.filter(({ connectionId }) => connectionId !== PRACTICE_CONNECTION_ID);
    for (const { connectionId } of toCheck) unchecked.add(connectionId);
    check(toCheck).catch(events.onBug);
    for (const job of left) if (job.state === 'queued') wait(job);
    for (const job of left) if (job.state !== 'queued') await runner.settle(job);
    await deps.recoverLeftovers(async (id) => ledger.get(id) ?? store.find(id));
    startNext();
  }

  /** Holds connections of which a job is not as the app stored it, or of which that cannot be told. */
  async function check(left: readonly JobRecord[]): Promise<void> {
    await seal.opened;
    if (isStopped) return;
    const doubtful = new Set(ledger.findDoubtful(left.map(({ id }) => id)));
    for (const connectionId of new Set(left.map((job) => job.connectionId))) {
      if (left.some((job) => job.connectionId === connectionId && doubtful.has(job.id))) throttle.hold(connectionId);
      unchecked.delete(connectionId);
    }
    startNext();
    if (await ledger.sealAgain()) await seal.onSealed();
  }

  /** @param hidden returns what is left to tell of a job, null if that is nothing. */
  function hide(ids: readonly string[], hidden: (job: JobRecord) => JobRecord | null): void {
    const ended = ids.flatMap((id) => ledger.get(id) ?? []).filter(({ state }) => isJobOver(state));
    const left = ended.map((job) => ({ id: job.id, job: hidden(job) }));
    for (const { job } of left) if (job) ledger.put(job);
    ledger.dismiss(left.flatMap(({ id, job }) => (job ? [] : id)));
  }

  function setPaused(connectionId: string, isPaused: boolean): void {
    if (!isPaused) goOn(connectionId);
    throttle.setPaused(connectionId, isPaused);
  }

  /** A person ends what keeps a connection from sending: doubts about its jobs, and the question about its budget. */
  function goOn(connectionId: string): void {
    ledger.trust(ledger.all().flatMap((job) => (job.connectionId === connectionId ? job.id : [])));
    const isAsked = throttle.throttled().some((queue) => queue.connectionId === connectionId && queue.isOverBudget);
    const next = line.all().find((job) => job.connectionId === connectionId && !job.isPaused);
    // With a higher budget it may fit now.
    if (isAsked && next && !spending.fits(next, runner.running())) spending.allow(connectionId);
  }

  function setJobPaused(id: string, isPaused: boolean): Result<null, AppError> {
    const changed = line.setPaused(id, isPaused);
    if (!changed) return fail(appError('job.not_found'));
    for (const job of changed) ledger.put(job);
    startNext();
    return ok(null);
  }

  return {
    async add(kind, request, own = {}) {
      const [job] = await addAll(kind, [{ request, own }]);
      if (!job) throw new Error('A job that was added is not there.');
      return job;
    },
    addSpeech: (orders) => addAll('speech', orders),
    addEdits: (orders) => addAll('edit', orders),
    findWish: wishes.find,
    findSame: (fingerprint) =>
      [...ledger.all(), ...adding.values()].find(
        (job) => job.kind === 'speech' && !isJobOver(job.state) && job.fingerprint === fingerprint,
      )?.id,
    cancel,
    cancelAll(connectionId) {
      // Waiting jobs first; otherwise one of them would start when a running job is cancelled.
      for (const job of [...line.all(), ...runner.running()]) if (job.connectionId === connectionId) cancel(job.id);
    },
    move(id, by) {
      const moved = line.move(id, by);
      if (!moved) return fail(appError('job.not_found'));
      for (const job of moved) ledger.put(job);
      return ok(null);
    },
    settleAgain(job) {
      ledger.put(job);
      return runner.settle(job);
    },
    async amend(id, change) {
      const job = ledger.get(id) ?? (await store.find(id));
      if (job && isJobOver(job.state)) ledger.amend(change(job));
    },
    find: async (id) => ledger.get(id) ?? store.find(id),
    setJobPaused,
    setPaused,
    retryNow: throttle.retryNow,
    dismiss: (ids) => hide(ids, afterDismissal),
    dismissPicture: (id, index) => hide([id], (job) => withoutPicture(job, index)),
    visible: () => ledger.all().map(toPublicJob),
    exchanges: (id) => store.exchanges(id),
    throttledQueues: throttle.throttled,
    resume: () => resume(),
    stop() {
      isStopped = true;
      ledger.stop();
      throttle.stop();
      runner.stop();
    },
  };
}
