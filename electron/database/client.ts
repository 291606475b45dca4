// The outer side of the database's thread: every operation as a promise. Starts the thread anew when it dies.

import type { Maintenance } from '../../shared/contract/recovery.ts';
import type { Storage } from '../../shared/contract/storage.ts';
import { DATABASE_ENDED } from '../files.ts';
import { fromSentError, type Order, type Reply } from './messages.ts';
import type { Repositories } from './repositories.ts';

/** No reply for so long while calls wait means that the database is busy. */
const BUSY_AFTER_MS = 1000;

/** The operations of a repository, called through the thread. */
type Remote<Rows> = {
  [Name in keyof Rows]: Rows[Name] extends (...args: infer Args) => infer Value
    ? (...args: Args) => Promise<Value>
    : never;
};

/**
 * The library's database. Calls are carried out strictly in the order they were made. They reject with SQLite's error,
 * whose code `storageErrorCode` recognises, and with the code `DATABASE_ENDED` if the thread ended before it answered;
 * the call may have been carried out then, and the next call starts a new thread.
 */
export type Database = { [Name in keyof Repositories]: Remote<Repositories[Name]> } & {
  /** The state of the storage as far as it is known; writable until the database was opened. */
  storage: () => Storage;
  /** Waits until the database was opened. */
  opened: () => Promise<Storage>;
  /**
   * Carries out the calls made so far, then opens the database anew: its disk was away meanwhile. Calls made while the
   * thread ends may be rejected like those of a thread that died.
   */
  reopen: () => Promise<void>;
  /** Lets every later call that writes fail, because another app owns the library now. @param reason for the person. */
  stopWriting: (reason: string) => Promise<void>;
  /** Begins to rebuild the database from the library's files; progress and result are reported. */
  rebuild: () => Promise<void>;
  /** Ends a rebuild begun by `rebuild`. */
  stopRebuilding: () => Promise<void>;
  /** Carries out the calls made so far, closes the database and ends the thread. Every later call is rejected. */
  close: () => Promise<void>;
};

/** What the database reports. */
export type DatabaseEvents = {
  /** The database was opened, also by a thread that was started anew, or is no longer written. */
  onOpened: (storage: Storage) => void;
  /** Calls have been waiting for a second, or no longer are: another process holds a lock, or the disk is slow. */
  onBusy: (isBusy: boolean) => void;
  /** A rebuild goes on, or has ended. */
  onMaintenance: (maintenance: Maintenance) => void;
  /** A rebuild failed: the disk's error. The items are shown from the files. */
  onRebuildFailed: (error: unknown) => void;
  /** More items can be listed. */
  onFilled: () => void;
  /** Entries of the library were given other names, because they must not be opened: these, as paths in the library. */
  onQuarantined: (names: string[]) => void;
  /** A row could not be read. */
  onUnreadable: (error: unknown) => void;
  /** The thread ended though nobody closed it. */
  onDied: (error: unknown) => void;
};

/** Starts a thread. `onEnd` is called when it has ended, for whatever reason. @returns how to send it orders. */
export type StartThread = (listeners: { onReply: (reply: Reply) => void; onEnd: (error: unknown) => void }) => {
  post: (order: Order) => void;
};

type Pending = { resolve: (value: unknown) => void; reject: (error: unknown) => void };
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

/** The thread ended before it answered. */
class DatabaseEndedError extends Error {
  override name = 'DatabaseEndedError';
  readonly code = DATABASE_ENDED;
}

/** Starts the thread and opens the database. @param folder the library's folder. */
export function connectDatabase(start: StartThread, folder: string, events: DatabaseEvents): Database {
  const pending = new Map<number, Pending>();
  const ended = Promise.withResolvers<void>();
  let thread: ReturnType<StartThread> | undefined;
  let closing: Promise<void> | undefined;
  /** Resolves when the thread has ended that is to be replaced. */
  let reopening: PromiseWithResolvers<void> | undefined;
  let storage: Storage | undefined;
  /** Why nothing may be written any more. */
  let stopReason: string | undefined;
  let lastId = 0;
  let isStarted = false;
  const busy = createBusyWatch(events.onBusy);
  /** Begins to wait for the next reply. On a slow computer a thread takes its time to start. */
  const watch = (): void => busy.watch(isStarted && pending.size > 0);

  function startThread(): ReturnType<StartThread> {
    let isEnded = false;
    return start({
      onReply: receive,
      onEnd(error) {
        if (isEnded) return;
        isEnded = true;
        endThread(error);
      },
    });
  }

  function endThread(cause: unknown): void {
    thread = undefined;
    isStarted = false;
    storage = undefined;
    for (const { reject } of pending.values()) reject(new DatabaseEndedError('The database ended', { cause }));
    pending.clear();
    watch();
    if (closing) ended.resolve();
    else if (reopening) reopening.resolve();
    else events.onDied(cause);
    reopening = undefined;
  }

  /** Passes on what answers no order. */
  function receiveNotice(reply: Exclude<Reply, { id: number }>): void {
    if (reply.kind === 'started') {
      isStarted = true;
      watch();
    }
    if (reply.kind === 'storage') {
      storage = reply.storage;
      events.onOpened(storage);
    }
    if (reply.kind === 'maintenance') events.onMaintenance(reply.maintenance);
    if (reply.kind === 'rebuildFailed') events.onRebuildFailed(fromSentError(reply.error));
    if (reply.kind === 'filled') events.onFilled();
    if (reply.kind === 'quarantined') events.onQuarantined(reply.names);
    if (reply.kind === 'unreadable') events.onUnreadable(fromSentError(reply.error));
  }

  function receive(reply: Reply): void {
    if (!('id' in reply)) {
      receiveNotice(reply);
      return;
    }
    const asked = pending.get(reply.id);
    pending.delete(reply.id);
    watch();
    if (reply.kind === 'failed') asked?.reject(fromSentError(reply.error));
    if (reply.kind === 'done') asked?.resolve(reply.value);
    if (reply.kind === 'opened') asked?.resolve(reply.storage);
  }

  async function ask(order: WithoutId<Order>): Promise<unknown> {
    // A thread that was told to close carries out nothing more.
    if (reopening && order.kind !== 'close') await reopening.promise;
    return new Promise((resolve, reject) => {
      if (closing) throw new DatabaseEndedError('The database is closed');
      if (!thread) {
        thread = startThread();
        // A new thread reports how the storage is now, and writes no more than the last one.
        const first = firstOrder();
        if (order.kind !== first.kind) ask(first).catch(() => undefined);
      }
      lastId += 1;
      thread.post({ ...order, id: lastId });
      pending.set(lastId, { resolve, reject });
      if (pending.size === 1) watch();
    });
  }

  function firstOrder(): WithoutId<Order> {
    return stopReason === undefined ? { kind: 'open' } : { kind: 'stopWriting', reason: stopReason };
  }

  const remote = <Name extends keyof Repositories>(repository: Name): Remote<Repositories[Name]> =>
    remoteOf((method, args) => ask({ kind: 'call', repository, method, args }));

  async function end(): Promise<void> {
    if (!thread) return;
    await ask({ kind: 'close' });
    await ended.promise;
  }

  const open = (): Promise<unknown> => ask({ kind: 'open' });
  // Whoever needs the database asks again.
  open().catch(() => undefined);
  return {
    items: remote('items'),
    jobs: remote('jobs'),
    drafts: remote('drafts'),
    putAside: remote('putAside'),
    scripts: remote('scripts'),
    collections: remote('collections'),
    usage: remote('usage'),
    sweep: remote('sweep'),
    deletion: remote('deletion'),
    imports: remote('imports'),
    storage: () => storage ?? { isWritable: true, folder, reason: '' },
    async opened() {
      if (!storage) await open();
      if (!storage) throw new DatabaseEndedError('The database ended');
      return storage;
    },
    async reopen() {
      if (closing || !thread) return;
      reopening ??= Promise.withResolvers();
      await Promise.all([ask({ kind: 'close' }).catch(() => undefined), reopening.promise]);
      await open();
    },
    async stopWriting(reason) {
      stopReason = reason;
      await ask({ kind: 'stopWriting', reason });
    },
    rebuild: () => ask({ kind: 'rebuild' }).then(() => undefined),
    stopRebuilding: () => ask({ kind: 'stopRebuilding' }).then(() => undefined),
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** Reports that calls wait for long. */
function createBusyWatch(onBusy: (isBusy: boolean) => void): { watch: (isWaiting: boolean) => void } {
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    /** Begins to wait for the next reply, if calls wait; reports that the wait for the last one has ended. */
    watch(isWaiting) {
      clearTimeout(timer);
      if (isBusy) onBusy(false);
      isBusy = false;
      if (!isWaiting) return;
      timer = setTimeout(() => {
        isBusy = true;
        onBusy(true);
      }, BUSY_AFTER_MS);
    },
  };
}

/** The type lists the operations, which are all called alike; the compiler cannot follow a name through the proxy. */
function remoteOf<Rows>(call: (method: string, args: unknown[]) => Promise<unknown>): Remote<Rows> {
  return new Proxy(
    {},
    {
      get(_, method) {
        // Something with a method `then` would be taken for a promise.
        if (typeof method !== 'string' || method === 'then') return undefined;
        return (...args: unknown[]) => call(method, args);
      },
    },
  ) as Remote<Rows>;
}
