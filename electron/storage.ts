// Where the library lies, and what is refused while it cannot be written.

import path from 'node:path';
import type { Storage } from '../shared/contract/storage.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, type Result } from '../shared/result.ts';

/** Returns the folder of the library. */
export function libraryFolder(userData: string): string {
  return path.join(userData, 'library');
}

/** The error returned for every operation that would have to be stored while the library cannot be written. */
export function unwritable({ folder }: Storage): Result<never, AppError> {
  return fail(appError('storage.unwritable', { folder }));
}
