// Opens the library's storage, and decides how the app runs when it cannot be written.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Storage } from '../shared/contract/app.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, type Result } from '../shared/result.ts';
import { DatabaseFromFutureError, openDatabase } from './library/database.ts';

/** Returns the folder of the library. */
export function libraryFolder(userData: string): string {
  return path.join(userData, 'library');
}

/** An open database, and the state of the storage to show to the person. */
export type OpenStorage = { db: DatabaseSync; storage: Storage };

/**
 * Opens the library under `userData`. If it cannot be written, the app still opens, with an empty database in memory,
 * and shows the reason; nothing can be generated then, so nothing paid for can be lost. Files on disk are not changed.
 */
export function openStorage(userData: string): OpenStorage {
  const folder = libraryFolder(userData);
  try {
    requireWritable(folder);
    return { db: openDatabase(path.join(folder, 'library.sqlite')), storage: { isWritable: true, folder, reason: '' } };
  } catch (error) {
    return { db: openDatabase(':memory:'), storage: { isWritable: false, folder, reason: reasonOf(error) } };
  }
}

/**
 * Ends all writing, because another app has taken the library over: what the database is asked to write from now on
 * fails as on a read-only disk, so that what a request still brings stays in its file.
 */
export function stopWriting({ db, storage }: OpenStorage): void {
  db.exec('PRAGMA query_only = ON');
  Object.assign(storage, { isWritable: false, reason: 'takenOver' });
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

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseFromFutureError) return 'newerVersion';
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
