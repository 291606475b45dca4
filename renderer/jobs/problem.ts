// What went wrong on a screen without a request, or before one was taken. What became of requests is in attention.ts.

import type { AppError } from '../../shared/errors.ts';

/** Shown until it is dismissed, or until the next attempt. */
export type Problem = {
  error: AppError;
  /** Tries the same again; null if that makes no sense. */
  again: (() => Promise<void>) | null;
};
