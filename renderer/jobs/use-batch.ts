// How far requests are that were asked for together.

import { useState } from 'react';

/** Requests of a batch that have ended, and all; `sinceMs` is when the first was seen. */
export type Batch = { doneCount: number; count: number; sinceMs: number };

type Seen = { ids: ReadonlySet<string>; sinceMs: number };
const NONE: Seen = { ids: new Set(), sinceMs: 0 };

/**
 * The batch of what runs now, with what has ended since something has been running without a break.
 * @param running the ids of what runs or waits
 */
export function useBatch(running: readonly string[]): Batch {
  const [seen, setSeen] = useState(NONE);
  const isOver = running.length === 0;
  const isNew = running.some((id) => !seen.ids.has(id));
  const next = isOver
    ? NONE
    : isNew
      ? { ids: new Set([...seen.ids, ...running]), sinceMs: seen === NONE ? Date.now() : seen.sinceMs }
      : seen;
  if (next !== seen) setSeen(next);
  return { doneCount: next.ids.size - running.length, count: next.ids.size, sinceMs: next.sinceMs };
}

/** Fewer of a batch that have ended tell too little of the others. */
const LEAST_DONE = 2;

/** How long the rest of a batch will take, in seconds, as far as it went until now; null while that is not known. */
export function secondsLeft({ doneCount, count, sinceMs }: Batch, nowMs: number): number | null {
  if (doneCount < LEAST_DONE) return null;
  return Math.ceil((((nowMs - sinceMs) / doneCount) * (count - doneCount)) / 1000);
}
