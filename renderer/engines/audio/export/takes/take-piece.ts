// What reading a take returns. Independent of its format.

import type { TakeSource } from '../plan.ts';

/**
 * Interleaved samples from -1 to 1, which whoever gets them may change; rate and channels are the same for the whole
 * take.
 */
export type TakePiece = { rateHz: number; channels: number; samples: Float32Array<ArrayBuffer> };

/** Reads a take from its beginning. Rejects with `UnreadableTake`. */
export type ReadTake = (source: TakeSource) => AsyncGenerator<TakePiece, void>;

/** Thrown when a take cannot be read or decoded. */
export class UnreadableTake extends Error {
  override name = 'UnreadableTake';
}
