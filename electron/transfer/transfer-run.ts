// What every transfer has: an end that a person may wish for, and its progress.

import type { TransferPhase } from '../../shared/storage/transfers.ts';

/** A transfer under way. */
export type TransferRun = {
  /** Aborted when the person cancels. */
  signal: AbortSignal;
  /** Reports how far it is. */
  onProgress: (phase: TransferPhase, done: number, total: number) => void;
};

/** Files that are copied at once: each waits for the disk several times. */
const AT_ONCE = 8;

/** Does `work` on each, several at once. Rejects with the first exception when all that were begun have ended. */
export async function forAll<T>(all: Iterable<T>, work: (one: T) => Promise<void>, atOnce = AT_ONCE): Promise<void> {
  const waiting = all[Symbol.iterator]();
  let isFailed = false;
  const workers = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.next(); !next.done && !isFailed; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  });
  const ends = await Promise.allSettled(workers);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
