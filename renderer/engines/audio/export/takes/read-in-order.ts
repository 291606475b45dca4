// Reads takes one after the other. Each begins while the one before is still in use, so that nobody waits for its file.

import type { TakeSource } from '../plan.ts';
import type { ReadTake, TakePiece } from './take-piece.ts';

/** A take that has begun, and its place; `drop` ends it if its pieces are not wanted any more. */
type BegunTake = { place: number; pieces: AsyncGenerator<TakePiece, void>; drop: () => Promise<void> };

/**
 * Returns the pieces of each source, in order; undefined for null. Each take is read to its end, or left, before the
 * next is asked for. What reading a take throws is thrown by its own pieces.
 */
export async function* readInOrder(
  sources: readonly (TakeSource | null)[],
  readTake: ReadTake,
): AsyncGenerator<AsyncIterable<TakePiece> | undefined, void> {
  const beginNext = (from: number): BegunTake | undefined => {
    const place = sources.findIndex((source, i) => i >= from && source !== null);
    const source = sources[place];
    return source ? { place, ...begin(readTake(source)) } : undefined;
  };
  let next = beginNext(0);
  try {
    for (const place of sources.keys()) {
      if (next?.place !== place) {
        yield undefined;
        continue;
      }
      const current = next;
      next = beginNext(place + 1);
      try {
        yield current.pieces;
      } finally {
        await current.drop();
      }
    }
  } finally {
    await next?.drop();
  }
}

function begin(take: AsyncGenerator<TakePiece, void>): Pick<BegunTake, 'pieces' | 'drop'> {
  const first = take.next();
  // Thrown where the pieces are read, or nowhere if nobody reads them.
  first.catch(() => undefined);
  return {
    pieces: (async function* () {
      for (let piece = await first; !piece.done; piece = await take.next()) yield piece.value;
    })(),
    drop: async () => {
      await take.return();
    },
  };
}
