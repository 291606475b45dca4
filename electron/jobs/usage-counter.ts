// Counts what jobs send and receive. A count may be lost, a reply may not, so counting never fails.

import type { Database } from '../database/client.ts';
import type { CountedConnection } from '../database/usage.ts';

/** Counts in the background. */
export type UsageCounter = {
  /** Counts one sent request. @param sentBytes size of its body. */
  countSent: (connection: CountedConnection, sentBytes: number) => void;
  /** Counts received sound or pictures. */
  countReceived: (connection: CountedConnection, receivedBytes: number, pictures: number) => void;
};

/** Creates the counter. @param onLost called when a count could not be stored. */
export function createUsageCounter(
  rows: Pick<Database['usage'], 'countSent' | 'countReceived'>,
  onLost: (error: unknown) => void,
): UsageCounter {
  return {
    countSent: (...count) => void rows.countSent(...count).catch(onLost),
    countReceived: (...count) => void rows.countReceived(...count).catch(onLost),
  };
}
