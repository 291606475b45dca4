// The page's watchdog over a worker: notices that it has ended, thrown, or stopped answering, and reports that once.
// A worker that ends sends no event, so it holds a lock, which the browser frees at its end.

import type { Lifeline, LifeSign } from './lifeline.ts';

/** A running worker that is watched. */
export type WatchedWorker<To> = {
  post: (message: To, transfer?: Transferable[]) => void;
  /** Terminates the worker; nothing is reported any more. */
  end: () => void;
};

type Watch<From> = {
  onMessage: (message: From) => void;
  /** Called once, when the worker can no longer be used; it is terminated already. */
  onDeath: (reason: string) => void;
  /** Whether work is pending. Only then the worker has to answer. */
  isBusy: () => boolean;
};

/** How often a busy worker is asked for a sign of life, in milliseconds. */
const ASK_EVERY_MS = 5000;
/**
 * A worker that leaves as many questions in a row unanswered hangs: three minutes. Long computations answer in between;
 * the longest step that does not takes seconds. Questions are counted instead of time, because a computer that sleeps
 * asks none.
 */
const MAX_UNANSWERED = 36;
/** A worker that has given no sign of life at all by then, after a minute, was ended before it began. */
const MAX_UNANSWERED_AT_START = 12;

/** Takes ownership of a worker whose entry calls `holdLifeline`, and watches it until it has ended. */
export function watchWorker<To, From>(worker: Worker, { onMessage, onDeath, isBusy }: Watch<From>): WatchedWorker<To> {
  const { port1: port, port2: lifeline } = new MessageChannel();
  const lockName = `worker-${crypto.randomUUID()}`;
  const waitingForLock = new AbortController();
  let isOver = false;
  let unanswered = 0;
  let hasBegun = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
    waitingForLock.abort();
    port.close();
    worker.onmessage = null;
    worker.onmessageerror = null;
    worker.onerror = null;
    worker.terminate();
  };
  const die = (reason: string): void => {
    if (isOver) return;
    end();
    onDeath(reason);
  };
  const ask = (): void => {
    timer = undefined;
    if (!isBusy()) {
      unanswered = 0;
      return;
    }
    if (unanswered >= (hasBegun ? MAX_UNANSWERED : MAX_UNANSWERED_AT_START)) {
      die('The worker no longer answers.');
      return;
    }
    unanswered += 1;
    port.postMessage(null);
    watch();
  };
  const watch = (): void => {
    timer ??= setTimeout(ask, ASK_EVERY_MS);
  };

  const notice = (): void => {
    unanswered = 0;
    hasBegun = true;
  };
  port.onmessage = ({ data }: MessageEvent<LifeSign>) => {
    notice();
    if (data !== 'held') return;
    // The request waits in line behind the worker's, and is granted when the worker is gone.
    navigator.locks
      .request(lockName, { signal: waitingForLock.signal }, () => die('The worker has ended.'))
      .catch(() => undefined);
  };
  worker.onmessage = ({ data }: MessageEvent<From>) => {
    notice();
    onMessage(data);
  };
  worker.onmessageerror = () => die('A message could not be read.');
  worker.onerror = (event) => {
    event.preventDefault();
    // An event without a message: the script could not be loaded.
    die(event.message || 'The worker could not be started.');
  };
  worker.postMessage({ lifeline, lockName } satisfies Lifeline, [lifeline]);
  return {
    post: (message, transfer = []) => {
      worker.postMessage(message, transfer);
      watch();
    },
    end,
  };
}
