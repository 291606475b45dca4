// Mirrors the state of main that every screen needs: settings, connections, storage, jobs. Independent of any screen.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppState } from '../../shared/contract/app.ts';
import type { Job, Queue, SpeechJob } from '../../shared/contract/jobs.ts';
import type { Connection, Settings, SettingsPatch } from '../../shared/contract/settings.ts';
import type { BackUpAs, Project } from '../../shared/contract/transfers.ts';
import type { AppError } from '../../shared/errors.ts';
import type { RequestForm } from '../../shared/images/edit-fields.ts';
import type { Result } from '../../shared/result.ts';
import type { Ipc } from '../ipc.ts';
import { createScope } from '../lifetime/scope.ts';
import { staleGuard } from '../lifetime/stale-guard.ts';
import { hasTexts, readTexts } from '../texts.ts';

/** The state of the session and its actions. */
export type Session = AppState & {
  /** What was ordered and main has not answered yet: ids of lines, or what else the sender names it by. */
  ordering: ReadonlySet<string>;
  /** Sends an order; until main answers, these are among `ordering`. */
  order: <T>(keys: readonly string[], send: () => Promise<T>) => Promise<T>;
  /** Applies a change at once and sends it to main, which stores it. */
  updateSettings: (patch: SettingsPatch) => void;
  updateLayout: (change: Partial<Settings['layout']>) => void;
  /** Takes over jobs that main has answered with, unless their events came first. */
  addJobs: (jobs: readonly Job[]) => void;
  cancelJob: (id: string) => void;
  /** Hides what ended jobs say, for good; see `jobs.dismiss`. */
  dismissJobs: (ids: readonly string[]) => void;
  /** Hides that one picture of an edit failed. */
  dismissPicture: (id: string, index: number) => void;
  moveJob: (id: string, by: -1 | 1) => void;
  /** Pauses or resumes a waiting job. */
  setJobPaused: (id: string, isPaused: boolean) => void;
  /** New requests go to this connection; resolves to the error if it cannot be used. */
  activateConnection: (id: string) => Promise<AppError | null>;
  setPaused: (connectionId: string, isPaused: boolean) => void;
  /** Sends the jobs that are waiting for a relay now. */
  retryNow: (connectionId: string) => void;
  cancelAll: (connectionId: string) => void;
  /** Begin to verify or to rebuild the library; `maintenance` has the progress and the result. */
  verifyLibrary: () => void;
  rebuildLibrary: () => void;
  stopMaintenance: () => void;
  /** Begins something with the whole library; `transfer` has the progress and the result, also if it is refused. */
  transferLibrary: (order: TransferOrder) => void;
  cancelTransfer: () => void;
  dismissTransfer: () => void;
  showLibraryFolder: () => void;
  /** Hides the error of the last verification or rebuild. */
  dismissMaintenance: () => void;
  dispose: () => void;
};

/** What can be done with the whole library, or a part of it; each asks for a place. */
export type TransferOrder =
  | { kind: 'move' }
  | { kind: 'backUp'; as: BackUpAs }
  | { kind: 'import'; as: 'folder' | 'zip' }
  | { kind: 'project'; project: Project };

export type SessionStore = StoreApi<Session>;

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Creates the store; it follows main's events until disposed of. Another language is that of the session once its texts
 * have been read; if they cannot be read, the language stays, and `onUnread` is called.
 */
export function createSessionStore({
  ipc,
  initial,
  onUnread,
}: {
  ipc: Ipc;
  initial: AppState;
  onUnread?: () => void;
}): SessionStore {
  const scope = createScope();
  const begin = staleGuard();
  const take = (change: Pick<AppState, 'locale'> & Partial<AppState>): void => {
    const isLatest = begin();
    const { locale } = change;
    const hasNow = hasTexts(locale);
    store.setState(hasNow ? change : { ...change, locale: store.getState().locale });
    if (hasNow) return;
    const show = (): void => {
      if (isLatest()) store.setState({ locale });
    };
    void readTexts(locale).then(show, onUnread);
  };
  const reload = async (): Promise<void> => {
    const result = await ipc.request('app.getState', null);
    if (result.ok) take(result.data);
  };
  const maintain = async (route: 'library.verify' | 'library.rebuild' | 'library.stopMaintenance'): Promise<void> => {
    const result = await ipc.request(route, null);
    if (!result.ok) store.setState({ maintenance: { step: 'failed', error: result.error } });
  };
  const orderTransfer = (order: TransferOrder): Promise<Result<null, AppError>> => {
    if (order.kind === 'move') return ipc.request('library.chooseFolder', null);
    if (order.kind === 'project') return ipc.request('library.exportProject', order.project);
    if (order.kind === 'backUp') return ipc.request('library.backUp', { as: order.as });
    return ipc.request('library.import', { as: order.as });
  };
  const store: SessionStore = createStore<Session>()((set, get) => ({
    ...initial,
    ordering: NOTHING,
    order: async (keys, send) => {
      set(({ ordering }) => ({ ordering: new Set([...ordering, ...keys]) }));
      try {
        return await send();
      } finally {
        const answered = new Set(keys);
        set(({ ordering }) => ({ ordering: new Set([...ordering].filter((key) => !answered.has(key))) }));
      }
    },
    updateSettings: (patch) => {
      set({ settings: { ...get().settings, ...patch } });
      void ipc.request('settings.update', patch).then((result) => {
        if (!result.ok) void reload();
      });
    },
    updateLayout: (change) => get().updateSettings({ layout: { ...get().settings.layout, ...change } }),
    addJobs: (added) =>
      set(({ jobs }) => {
        const fresh = added.filter(({ id }) => !jobs.some((job) => job.id === id));
        return fresh.length === 0 ? {} : { jobs: [...jobs, ...fresh] };
      }),
    cancelJob: (id) => {
      void ipc.request('jobs.cancel', { id });
    },
    dismissJobs: (ids) => {
      if (ids.length > 0) void ipc.request('jobs.dismiss', { ids: [...ids] });
    },
    dismissPicture: (id, index) => void ipc.request('jobs.dismissPicture', { id, index }),
    activateConnection: async (id) => {
      const result = await ipc.request('connections.activate', { id });
      return result.ok ? null : result.error;
    },
    moveJob: (id, by) => void ipc.request('jobs.move', { id, by }),
    setJobPaused: (id, isPaused) => void ipc.request('jobs.setPaused', { id, isPaused }),
    setPaused: (connectionId, isPaused) => void ipc.request('queues.setPaused', { connectionId, isPaused }),
    retryNow: (connectionId) => void ipc.request('queues.retryNow', { connectionId }),
    cancelAll: (connectionId) => void ipc.request('queues.cancelAll', { connectionId }),
    verifyLibrary: () => void maintain('library.verify'),
    rebuildLibrary: () => void maintain('library.rebuild'),
    stopMaintenance: () => void maintain('library.stopMaintenance'),
    transferLibrary: (order) =>
      void orderTransfer(order).then((result) => {
        if (!result.ok && get().transfer.step !== 'running')
          set({ transfer: { step: 'failed', kind: order.kind, error: result.error } });
      }),
    cancelTransfer: () => void ipc.request('library.cancelTransfer', null),
    dismissTransfer: () => {
      set({ transfer: { step: 'idle' } });
      void ipc.request('library.dismissTransfer', null);
    },
    showLibraryFolder: () => void ipc.request('library.showFolder', null),
    dismissMaintenance: () => set({ maintenance: { step: 'idle' } }),
    dispose: scope.dispose,
  }));
  scope.add(
    ipc.on('job.updated', (job) => store.setState(({ jobs }) => ({ jobs: withJob(jobs, job) }))),
    ipc.on('job.removed', ({ id }) => store.setState(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) }))),
    ipc.on('queue.changed', (queue) => store.setState(({ queues }) => ({ queues: withQueue(queues, queue) }))),
    ipc.on('settings.changed', take),
    ipc.on('maintenance.changed', (maintenance) => store.setState({ maintenance })),
    ipc.on('transfer.changed', (transfer) => store.setState({ transfer })),
    ipc.on('storage.changed', (change) => store.setState(change)),
    ipc.on('practice.changed', (practice) => {
      store.setState({ practice });
      // The practice relay's address is known only once it runs.
      void reload();
    }),
    ipc.onGap(() => void reload()),
  );
  return store;
}

/** Returns the connection that requests are sent to. */
export function activeConnection(session: Pick<AppState, 'connections' | 'settings'>): Connection | undefined {
  return (
    session.connections.find((connection) => connection.id === session.settings.activeConnectionId) ??
    session.connections[0]
  );
}

const NONE: readonly string[] = [];

/** Returns the voices that the active connection's relay has refused. */
export function refusedVoices(session: Pick<AppState, 'connections' | 'settings'>): readonly string[] {
  return session.settings.refusedVoices[activeConnection(session)?.id ?? ''] ?? NONE;
}

/**
 * Returns the request forms in which the active connection's relay, with its image model, did not use the picture it
 * was sent.
 */
export function picturesNotUsedBy(session: Pick<AppState, 'connections' | 'settings'>): readonly RequestForm[] {
  const connection = activeConnection(session);
  const unused = session.settings.unusedPictures[connection?.id ?? ''] ?? [];
  return unused.filter(({ model }) => model === connection?.models.image).map(({ form }) => form);
}

/** A job that has not ended. */
export type RunningJob<J extends Job = Job> = J & { state: 'queued' | 'sending' | 'receiving' | 'saving' };

/** Whether a job has not ended. */
export function isJobRunning<J extends Job>(job: J): job is RunningJob<J> {
  return job.state === 'queued' || job.state === 'sending' || job.state === 'receiving' || job.state === 'saving';
}

/** Returns why a connection does not send; undefined while it does. */
export function queueOf(session: Pick<AppState, 'queues'>, connectionId: string): Queue | undefined {
  return session.queues.find((queue) => queue.connectionId === connectionId);
}

/**
 * Calls `listener` with each job that was added or has changed, and with what it was before, until the returned
 * function is called.
 */
export function followJobs(session: SessionStore, listener: (job: Job, before: Job | undefined) => void): () => void {
  return session.subscribe(({ jobs }, { jobs: before }) => {
    if (jobs === before) return;
    // Of thousands of jobs most are where they were.
    const changed = jobs.filter((job, index) => job !== before[index]);
    if (changed.length === 0) return;
    const ids = new Set(changed.map(({ id }) => id));
    const earlier = new Map(before.flatMap((job) => (ids.has(job.id) ? [[job.id, job]] : [])));
    for (const job of changed) if (earlier.get(job.id) !== job) listener(job, earlier.get(job.id));
  });
}

function withQueue(queues: readonly Queue[], queue: Queue): Queue[] {
  const others = queues.filter(({ connectionId }) => connectionId !== queue.connectionId);
  return queue.isPaused || queue.backoff ? [...others, queue] : others;
}

function withJob(jobs: readonly Job[], job: Job): Job[] {
  const isKnown = jobs.some((one) => one.id === job.id);
  return isKnown ? jobs.map((one) => (one.id === job.id ? job : one)) : [...jobs, job];
}

/** Whether a job generates speech. */
export function isSpeechJob(job: Job): job is SpeechJob {
  return job.kind === 'speech';
}
