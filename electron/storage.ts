// What is refused while the library cannot be written.

import type { Storage } from '../shared/contract/storage.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, type Result } from '../shared/result.ts';

/** The error returned for every operation that would have to be stored while the library cannot be written. */
export function unwritable({ folder }: Storage): Result<never, AppError> {
  return fail(appError('storage.unwritable', { folder }));
}
