// Decides whether a connection may send now: it may be paused by a person, or because its relay refuses everything or its
// budget is spent, or backing off because its relay asked for it. Independent of jobs.

import type { Queue } from '../../shared/contract/jobs.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Clock } from './clock.ts';
import { RETRY_WINDOW_MS } from './retry-policy.ts';

/** So many refusals in a row pause a connection. */
const MAX_REFUSALS = 2;

/** Tracks which connections may send. */
export type Throttle = {
  maySend: (connectionId: string) => boolean;
  /** Blocks a connection for a while. A longer back-off that is still running stays. */
  backOff: (connectionId: string, waitMs: number, code: ErrorCode) => void;
  /** Ends the back-off of a connection. */
  retryNow: (connectionId: string) => void;
  setPaused: (connectionId: string, isPaused: boolean) => void;
  /** Pauses a connection until a person ends it, because its stored jobs cannot be trusted. Not kept for the next run. */
  hold: (connectionId: string) => void;
  /** Pauses a connection until a person ends it, because its next job would pass the budget. */
  holdForBudget: (connectionId: string) => void;
  /**
   * Counts a request that was refused for a reason that others have as well. The second in a row pauses the connection
   * until a person ends it, if others wait.
   */
  refused: (connectionId: string, code: ErrorCode, hasWaiting: boolean) => void;
  /** A request was answered: earlier refusals count no more. */
  answered: (connectionId: string) => void;
  /** Continues pauses and back-offs of an earlier run, a back-off for no longer than jobs are retried. */
  restore: (kept: readonly Queue[]) => void;
  /** The queues that are paused or backing off. */
  throttled: () => Queue[];
  /** Clears all timers. No back-off ends afterwards. */
  stop: () => void;
};

type ThrottleDeps = {
  clock: Clock;
  /** Called when a queue has changed; it may be allowed to send now. */
  onChanged: (queue: Queue) => void;
};

/** Creates the throttle. */
export function createThrottle({ clock, onChanged }: ThrottleDeps): Throttle {
  const queues = new Map<string, Queue>();
  /** For each connection, the function that clears its timer. */
  const timers = new Map<string, () => void>();
  /** How many requests of a connection were refused since the last that was answered. */
  const refusals = new Map<string, number>();

  const find = (connectionId: string): Queue =>
    queues.get(connectionId) ?? { connectionId, isPaused: false, backoff: null };

  function put(next: Queue): void {
    const { connectionId, isPaused, backoff } = next;
    if (isPaused || backoff) queues.set(connectionId, next);
    else queues.delete(connectionId);
    timers.get(connectionId)?.();
    timers.delete(connectionId);
    if (backoff) {
      const end = (): void => change({ ...find(connectionId), backoff: null });
      timers.set(connectionId, clock.after(Math.max(0, backoff.untilMs - clock.now()), end));
    }
  }

  function change(next: Queue): void {
    put(next);
    onChanged(next);
  }

  return {
    maySend: (connectionId) => !queues.has(connectionId),
    backOff(connectionId, waitMs, code) {
      const queue = find(connectionId);
      // After the retry window nothing is retried automatically; the person decides whether to wait longer.
      const untilMs = clock.now() + Math.min(waitMs, RETRY_WINDOW_MS);
      if (queue.backoff && queue.backoff.untilMs >= untilMs) return;
      change({ ...queue, backoff: { untilMs, code } });
    },
    retryNow(connectionId) {
      const queue = find(connectionId);
      if (queue.backoff) change({ ...queue, backoff: null });
    },
    setPaused(connectionId, isPaused) {
      const queue = find(connectionId);
      const { isUnverified, refusedWith, isOverBudget, ...plain } = queue;
      refusals.delete(connectionId);
      if (queue.isPaused !== isPaused) change({ ...plain, isPaused });
    },
    hold: (connectionId) => change({ ...find(connectionId), isPaused: true, isUnverified: true }),
    holdForBudget: (connectionId) => change({ ...find(connectionId), isPaused: true, isOverBudget: true }),
    refused(connectionId, code, hasWaiting) {
      const count = (refusals.get(connectionId) ?? 0) + 1;
      refusals.set(connectionId, count);
      if (count >= MAX_REFUSALS && hasWaiting) change({ ...find(connectionId), isPaused: true, refusedWith: code });
    },
    answered: (connectionId) => void refusals.delete(connectionId),
    restore(kept) {
      const latestMs = clock.now() + RETRY_WINDOW_MS;
      for (const queue of kept) {
        // What was decided in this run counts.
        if (queues.has(queue.connectionId)) continue;
        put({
          ...queue,
          backoff: queue.backoff && { ...queue.backoff, untilMs: Math.min(queue.backoff.untilMs, latestMs) },
        });
      }
    },
    throttled: () => [...queues.values()],
    stop() {
      for (const clear of timers.values()) clear();
      timers.clear();
    },
  };
}
