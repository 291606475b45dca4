// Whether and when a failed job is tried again by itself. Pure: it knows errors and times, no jobs and no timers.

import type { AppError } from '../../shared/errors.ts';
import { MAX_TRIES } from '../../shared/job-states.ts';

/** No try begins later than this after the first one began. */
export const RETRY_WINDOW_MS = 120_000;

/** The first back-off is drawn from the first range, each later one from a range twice as wide. */
const FIRST_BACK_OFF_MS = 8000;
/** A wait nobody can see is none, and a relay that names 0 seconds still means "not now". */
const LEAST_WAIT_MS = 1000;

/** What is known when a try has failed. `tries` counts it; `sinceFirstTryMs` is the time since the first one began. */
export type FailedTry = { error: AppError; tries: number; sinceFirstTryMs: number };

/** Whether repeating the request can help and cannot be paid twice. */
export function isSafeToRepeat({ retryable, billed }: AppError): boolean {
  return retryable && billed === 'no';
}

/**
 * How long a connection rests after a failure that is safe to repeat: as long as the relay named (`details.retryAfterS`), else exponential
 * back-off with full jitter.
 * @param random in [0, 1), as of `Math.random`.
 */
export function restMs({ error, tries }: FailedTry, random: number): number {
  const { retryAfterS } = error.details;
  const namedMs = typeof retryAfterS === 'number' ? retryAfterS * 1000 : undefined;
  return Math.max(LEAST_WAIT_MS, namedMs ?? Math.round(random * FIRST_BACK_OFF_MS * 2 ** (tries - 1)));
}

/** Whether a job may be tried again by itself once `waitMs` have passed: three tries and two minutes in all. */
export function mayTryAgain({ error, tries, sinceFirstTryMs }: FailedTry, waitMs: number): boolean {
  return isSafeToRepeat(error) && tries < MAX_TRIES && sinceFirstTryMs + waitMs <= RETRY_WINDOW_MS;
}
