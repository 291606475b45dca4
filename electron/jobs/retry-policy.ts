// Decides whether and when a failed job is retried automatically. Pure functions of errors and times, independent of
// jobs and timers.

import { MAX_TRIES } from '../../shared/app/job-states.ts';
import type { AppError } from '../../shared/errors.ts';

/** No try begins later than this after the first one began. */
export const RETRY_WINDOW_MS = 120_000;

/** The first back-off is drawn from this range; the range doubles with each further try. */
const FIRST_BACK_OFF_MS = 8000;
/** A shorter wait would not be visible, and a relay that asks for 0 seconds still means "not now". */
const MIN_WAIT_MS = 1000;
const FIRST_WRITE_AGAIN_MS = 5000;
const MAX_WRITE_AGAIN_MS = 60_000;

/** The facts about a failed try. `tries` includes it; `sinceFirstTryMs` is the time since the first try began. */
export type FailedTry = { error: AppError; tries: number; sinceFirstTryMs: number };

/** Whether repeating the request may succeed and cannot be billed twice. */
export function isSafeToRepeat({ retryable, billed }: AppError): boolean {
  return retryable && billed === 'no';
}

/**
 * How long a connection waits after a failure that is safe to repeat: the time the relay asked for
 * (`details.retryAfterS`), otherwise an exponential back-off with full jitter. In milliseconds.
 * @param random in [0, 1), as from `Math.random`.
 */
export function restMs({ error, tries }: FailedTry, random: number): number {
  const { retryAfterS } = error.details;
  const namedMs = typeof retryAfterS === 'number' ? retryAfterS * 1000 : undefined;
  return Math.max(MIN_WAIT_MS, namedMs ?? Math.round(random * FIRST_BACK_OFF_MS * 2 ** (tries - 1)));
}

/** Whether a job may be retried automatically after `waitMs`: at most three tries, within two minutes in total. */
export function mayTryAgain({ error, tries, sinceFirstTryMs }: FailedTry, waitMs: number): boolean {
  return isSafeToRepeat(error) && tries < MAX_TRIES && sinceFirstTryMs + waitMs <= RETRY_WINDOW_MS;
}

/** Wait before what a failing disk did not take is written again, in milliseconds: from 5 s to a minute. */
export function writeAgainMs(failures: number): number {
  return Math.min(MAX_WRITE_AGAIN_MS, FIRST_WRITE_AGAIN_MS * 2 ** failures);
}
