// Recognises that a stream repeats all of its audio in one piece at its end. Independent of formats.

import { createHash } from 'node:crypto';

/** Receives the pieces of a stream in order; returns each without what it repeats. */
export type RepeatGuard = (piece: Uint8Array) => Uint8Array;

/** Less is not recognised: it may be the same by chance. In bytes. */
const MIN_BYTES = 1024;
/** So many different bytes are in audio that is not silence. */
const MIN_DIFFERENT = 64;

/**
 * Creates a guard. A piece that begins with everything before it, byte for byte, is a repetition. Silence may come twice
 * in a row, so a second piece that equals the first one counts only if it is not silence.
 */
export function createRepeatGuard(): RepeatGuard {
  const all = createHash('sha256');
  let sizeBytes = 0;
  let count = 0;

  const repeats = (piece: Uint8Array): boolean => {
    if (sizeBytes < MIN_BYTES || piece.length < sizeBytes) return false;
    const start = piece.subarray(0, sizeBytes);
    if (count < 2 && new Set(start).size < MIN_DIFFERENT) return false;
    return createHash('sha256').update(start).digest().equals(all.copy().digest());
  };

  return (piece) => {
    const added = repeats(piece) ? piece.subarray(sizeBytes) : piece;
    if (added.length === 0) return added;
    all.update(added);
    sizeBytes += added.length;
    count++;
    return added;
  };
}
