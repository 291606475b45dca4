// The app's database without its thread: the same orders and replies through a message channel, so that a test can make
// SQLite itself fail. Real files.

import type { DatabaseSync } from 'node:sqlite';
import { MessageChannel } from 'node:worker_threads';
import {
  connectDatabase,
  type Database,
  type DatabaseEvents,
  type StartThread,
} from '../../electron/database/client.ts';
import { createRepositories } from '../../electron/database/repositories.ts';
import { serveDatabase } from '../../electron/database/serve-database.ts';

const nothing = (): void => undefined;

/** Serves the database of a library folder in the thread that asks it. */
export function startInThisThread(folder: string): StartThread {
  return ({ onReply, onEnd }) => {
    const { port1, port2 } = new MessageChannel();
    serveDatabase(port2, folder);
    port1.on('message', onReply);
    port1.on('close', () => onEnd(new Error('closed')));
    return { post: (order) => port1.postMessage(order) };
  };
}

/** Opens the database of a library folder. The caller closes it. */
export function openTestDatabase(
  folder: string,
  onUnreadable: (error: unknown) => void = nothing,
  events: Partial<DatabaseEvents> = {},
): Database {
  return connectDatabase(startInThisThread(folder), folder, {
    onOpened: nothing,
    onMaintenance: nothing,
    onRebuildFailed: nothing,
    onFilled: nothing,
    onBusy: nothing,
    onQuarantined: nothing,
    onUnreadable,
    onDied: nothing,
    ...events,
  });
}

/** The items of an open connection, called as through the thread. */
export function itemsOver(db: DatabaseSync, onUnreadable: (error: unknown) => void = nothing): Database['items'] {
  const { items } = createRepositories(db, onUnreadable);
  return new Proxy(
    {},
    {
      get:
        (_, name) =>
        async (...args: unknown[]) =>
          Reflect.apply(Reflect.get(items, name), undefined, args),
    },
  ) as Database['items'];
}
