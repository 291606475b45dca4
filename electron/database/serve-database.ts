// The inner side of the database's thread: carries out orders one after another over one connection.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { createLibraryOwner } from './library-owner.ts';
import { type Order, type Reply, toSentError } from './messages.ts';
import { isLocked } from './open-library.ts';
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
  const send = (reply: Reply): void => port.postMessage(reply);
  const keeper = createLibraryOwner(folder, send);
  const fail = ({ id }: Order, error: unknown): void => send({ kind: 'failed', id, error: toSentError(error) });

  function carryOut(order: Order): void {
    const { id } = order;
    if (order.kind === 'close') {
      keeper.close();
      send({ kind: 'done', id, value: undefined });
      return;
    }
    if (order.kind === 'stopWriting') keeper.stopWriting(order.reason);
    const { storage, repositories } = keeper.current();
    if (order.kind === 'rebuild') keeper.rebuild('asked');
    if (order.kind === 'stopRebuilding') keeper.stopRebuilding();
    if (order.kind === 'open') send({ kind: 'opened', id, storage });
    else send({ kind: 'done', id, value: order.kind === 'call' ? call(repositories, order) : undefined });
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
        keeper.onFailed(error);
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
