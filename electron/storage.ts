// What is required of the folder in which the library lies.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Storage } from '../shared/contract/app.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, type Result } from '../shared/result.ts';

/** Returns the folder of the library. */
export function libraryFolder(userData: string): string {
  return path.join(userData, 'library');
}

/** Creates a folder if it is missing, and a file in it. @throws the system's error if either fails. */
export function requireWritable(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const probe = path.join(folder, `.probe-${process.pid}`);
  writeFileSync(probe, '');
  rmSync(probe);
}

/** The error returned for every operation that would have to be stored while the library cannot be written. */
export function unwritable({ folder }: Storage): Result<never, AppError> {
  return fail(appError('storage.unwritable', { folder }));
}
