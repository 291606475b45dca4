// Opening the library's storage, and what becomes of the app when it cannot be written.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Storage } from '../shared/contract/app.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, type Result } from '../shared/result.ts';
import { DatabaseFromFutureError, openDatabase } from './library/database.ts';

/** An open database, and what to tell the person about it. */
export type OpenStorage = { db: DatabaseSync; storage: Storage };

/**
 * Opens the library under `userData`. When it cannot be written the app still opens, with an empty database in memory, and says
 * why; nothing can be generated then, so nothing paid for can be lost. Files on disk are left as they are.
 */
export function openStorage(userData: string): OpenStorage {
  const folder = path.join(userData, 'library');
  try {
    requireWritable(folder);
    return { db: openDatabase(path.join(folder, 'library.sqlite')), storage: { isWritable: true, folder, reason: '' } };
  } catch (error) {
    return { db: openDatabase(':memory:'), storage: { isWritable: false, folder, reason: reasonOf(error) } };
  }
}

/** Makes a folder where it is missing, and a file in it. @throws the system's error where either cannot be. */
export function requireWritable(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const probe = path.join(folder, `.probe-${process.pid}`);
  writeFileSync(probe, '');
  rmSync(probe);
}

/** The answer to whatever would have to be kept, where nothing can be. */
export function unwritable({ folder }: Storage): Result<never, AppError> {
  return fail(appError('storage.unwritable', { folder }));
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseFromFutureError) return 'newerVersion';
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
