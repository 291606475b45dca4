// The inner side of the database's thread: carries out orders one after another over one connection.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { type Order, type Reply, toSentError } from './messages.ts';
import { isLocked, type OpenLibrary, openLibrary } from './open-library.ts';
import type { Repositories } from './repositories.ts';

/** How long an order is tried again while another process holds a lock on the database. */
const LOCKED_FOR_MS = 30_000;
/** The same once the database is to be closed. */
const CLOSING_FOR_MS = 5_000;

type Waiting = { order: Order; untilMs: number };

/**
 * Serves the orders that arrive at a port over the library in `folder`, and closes the port after `close`. While
 * another process holds a lock, orders wait; after 30 s they fail with SQLITE_BUSY and are not carried out later. Any
 * other exception is the reply to its order: SQLite has rolled its transaction back.
 */
export function serveDatabase(port: MessagePort, folder: string): void {
  /** In the order of arrival; the first is being carried out. */
  const waiting: Waiting[] = [];
  let library: OpenLibrary | undefined;

  const send = (reply: Reply): void => port.postMessage(reply);
  const fail = ({ id }: Order, error: unknown): void => send({ kind: 'failed', id, error: toSentError(error) });

  function carryOut(order: Order): void {
    const { id } = order;
    if (order.kind === 'close') {
      library?.close();
      send({ kind: 'done', id, value: undefined });
      return;
    }
    library ??= openLibrary(folder, (error) => send({ kind: 'unreadable', error: toSentError(error) }));
    if (order.kind === 'stopWriting') library = library.stopWriting(order.reason);
    if (order.kind !== 'call') send({ kind: 'opened', id, storage: library.storage });
    else send({ kind: 'done', id, value: call(library.repositories, order) });
  }

  async function work(): Promise<void> {
    for (let first = waiting[0]; first; first = waiting[0]) {
      try {
        carryOut(first.order);
      } catch (error) {
        if (isLocked(error) && Date.now() < first.untilMs) {
          // Orders that arrive meanwhile are received: `close` must not wait as long.
          await nextTurn();
          failOverdue(error);
          continue;
        }
        fail(first.order, error);
      }
      waiting.shift();
      if (first.order.kind === 'close') port.close();
    }
  }

  /** Ends the wait of orders behind the first. */
  function failOverdue(error: unknown): void {
    const nowMs = Date.now();
    const [first, ...others] = waiting.splice(0);
    if (first) waiting.push(first);
    for (const one of others) {
      if (one.order.kind !== 'close' && one.untilMs < nowMs) fail(one.order, error);
      else waiting.push(one);
    }
  }

  send({ kind: 'started' });
  port.on('message', (order: Order) => {
    const nowMs = Date.now();
    if (order.kind === 'close') for (const one of waiting) one.untilMs = Math.min(one.untilMs, nowMs + CLOSING_FOR_MS);
    if (waiting.push({ order, untilMs: nowMs + LOCKED_FOR_MS }) === 1) void work();
  });
}

/** Calls a method by its name. Client and repositories share a type, so an unknown name is a bug. */
function call(repositories: Repositories, { repository, method, args }: Order & { kind: 'call' }): unknown {
  const found: unknown = Reflect.get(Reflect.get(repositories, repository), method);
  if (typeof found !== 'function') throw new Error(`No operation ${repository}.${method}`);
  return Reflect.apply(found, undefined, args);
}
