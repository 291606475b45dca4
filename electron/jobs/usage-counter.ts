// Counts what jobs send and receive, and what of it may have been billed. A count may be lost, a reply may not, so
// counting never fails.

import type { Billed } from '../../shared/connection/prices.ts';
import type { Database } from '../database/client.ts';
import type { CountedConnection } from '../database/usage.ts';

/** Counts in the background. */
export type UsageCounter = {
  /** Counts one sent request. @param sentBytes size of its body. */
  countSent: (connection: CountedConnection, sentBytes: number) => void;
  /** Counts received sound or pictures. */
  countReceived: (connection: CountedConnection, receivedBytes: number, pictures: number) => void;
  /** Counts what may have been billed for one request. */
  countBilled: (connectionId: string, billed: Billed) => void;
};

/**
 * Creates the counter. @param countBilled counts what budgets are compared with. @param onLost called when a count could
 * not be stored.
 */
export function createUsageCounter(
  rows: Pick<Database['usage'], 'countSent' | 'countReceived'>,
  countBilled: UsageCounter['countBilled'],
  onLost: (error: unknown) => void,
): UsageCounter {
  return {
    countBilled,
    countSent: (...count) => void rows.countSent(...count).catch(onLost),
    countReceived: (...count) => void rows.countReceived(...count).catch(onLost),
  };
}
