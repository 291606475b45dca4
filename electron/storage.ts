// Opens the library's storage, and decides how the app runs when it cannot be written.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Storage } from '../shared/contract/storage.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, type Result } from '../shared/result.ts';
import { requireWritable } from './disk-space.ts';
import { DatabaseFromFutureError, openDatabase } from './library/database.ts';

/** An open database, and the state of the storage to show to the person. */
export type OpenStorage = { db: DatabaseSync; storage: Storage };

/**
 * Opens the library under `userData`. If its database cannot be used, the app still opens, with an empty database in
 * memory, and shows the reason; nothing can be generated then, so nothing paid for can be lost. Files on disk are not
 * changed. On a full disk an existing database may still open: it is used, and the monitor of the storage (storage-health.ts)
 * finds that the disk is full.
 */
export async function openStorage(userData: string): Promise<OpenStorage> {
  const folder = path.join(userData, 'library');
  const file = path.join(folder, 'library.sqlite');
  const failure = await requireWritable(folder).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  try {
    if (failure && !existsSync(file)) throw failure.error;
    return { db: openDatabase(file), storage: { isWritable: true, folder, reason: '' } };
  } catch (error) {
    const reason = reasonOf(failure?.error ?? error);
    return { db: openDatabase(':memory:'), storage: { isWritable: false, folder, reason } };
  }
}

/** Runs an operation whose result is stored in the library; returns an error while the library cannot be written. */
export function ifWritable<R>({ isWritable, folder }: Storage, run: () => R): R | Result<never, AppError> {
  return isWritable ? run() : fail(appError('storage.unwritable', { folder }));
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseFromFutureError) return 'newerVersion';
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
