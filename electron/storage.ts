// Where the library lies, and what is refused while it cannot be written.

import path from 'node:path';
import type { Storage } from '../shared/contract/storage.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, type Result } from '../shared/result.ts';
import { isStorageProblem } from '../shared/storage/storage-problems.ts';

/** Returns the folder of the library. */
export function libraryFolder(userData: string): string {
  return path.join(userData, 'library');
}

/**
 * The error returned for every operation that would have to be stored while the library cannot be written: a problem that
 * may pass, or one of its opening, which only a restart repeats.
 */
export function unwritable({ folder, reason }: Storage): Result<never, AppError> {
  if (isStorageProblem(reason)) return fail(appError('storage.failed', { problem: reason }));
  return fail(appError('storage.unwritable', { folder }));
}
