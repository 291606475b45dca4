// Opens the database of a library folder, and decides what takes its place when it cannot be written.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Storage } from '../../shared/contract/storage.ts';
import { requireWritableSync } from '../disk-space.ts';
import { storageErrorCode } from '../files.ts';
import { createRepositories, type Repositories } from './repositories.ts';
import { DatabaseFromFutureError, openDatabase } from './schema.ts';
import type { ReportUnreadable } from './stored-bodies.ts';

/** How long one statement waits for a lock; the thread then repeats it (serve-database.ts). */
const LOCK_WAIT_MS = 1000;

/** The operations on an open database, and the state of the storage to show to the person. */
export type OpenLibrary = {
  repositories: Repositories;
  storage: Storage;
  /** Another app owns the library now: everything that writes fails from here on, and `close` leaves the file alone. */
  stopWriting: () => void;
  close: () => void;
};

/**
 * Opens the library in `folder`. If it cannot be written, an empty database in memory takes its place, and the storage
 * says why; nothing can be generated then, so nothing paid for can be lost. Files on disk are not changed. On a full disk
 * an existing database may still open: it is used, and the monitor of the storage (storage-health.ts) finds the disk full.
 * @param onUnreadable called for each row that cannot be read.
 * @throws SQLite's error while another process holds a lock.
 */
export function openLibrary(folder: string, onUnreadable: ReportUnreadable): OpenLibrary {
  const file = path.join(folder, 'library.sqlite');
  const failure = failureOf(() => requireWritableSync(folder));
  try {
    if (failure && !existsSync(file)) throw failure.error;
    return { ...openFile(file, onUnreadable), storage: { isWritable: true, folder, reason: '' } };
  } catch (error) {
    if (isLocked(error)) throw error;
    const reason = reasonOf(failure ? failure.error : error);
    return { ...openFile(':memory:', onUnreadable), storage: { isWritable: false, folder, reason } };
  }
}

function failureOf(work: () => void): { error: unknown } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return { error };
  }
}

function openFile(file: string, onUnreadable: ReportUnreadable): Omit<OpenLibrary, 'storage'> {
  const db = openDatabase(file, LOCK_WAIT_MS);
  try {
    let isOwned = true;
    return {
      repositories: createRepositories(db, onUnreadable),
      stopWriting() {
        isOwned = false;
        db.exec('PRAGMA query_only = ON');
      },
      close() {
        // Closing writes the log of changes into the database.
        if (isOwned) db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether an exception means that another process holds a lock on the database. */
export function isLocked(error: unknown): boolean {
  return storageErrorCode(error) === 'SQLITE_BUSY';
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseFromFutureError) return 'newerVersion';
  return storageErrorCode(error) ?? (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
}
