// Opens the database of a library folder, and decides what takes its place when it cannot be written.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
  /**
   * Another app owns the library now. Closes this library; everything that writes fails in the one that is returned, and
   * neither of them touches the file any more. @param reason for the person.
   */
  stopWriting: (reason: string) => OpenLibrary;
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
    const db = openDatabase(file, LOCK_WAIT_MS);
    return serve(db, { isWritable: true, folder, reason: '' }, onUnreadable);
  } catch (error) {
    if (isLocked(error)) throw error;
    const reason = reasonOf(failure ? failure.error : error);
    return serve(openDatabase(':memory:'), { isWritable: false, folder, reason }, onUnreadable);
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

function serve(db: DatabaseSync, storage: Storage, onUnreadable: ReportUnreadable): OpenLibrary {
  try {
    return {
      repositories: createRepositories(db, onUnreadable),
      storage,
      stopWriting(reason) {
        const taken = { ...storage, isWritable: false, reason };
        const file = db.location();
        return file === null ? serve(db, taken, onUnreadable) : serve(replaceByReader(db, file), taken, onUnreadable);
      },
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Closes a connection and returns one that only reads. The last connection that closes writes the log of changes into the
 * database, unless it cannot write; the lock of the reader keeps the first from being the last.
 */
function replaceByReader(db: DatabaseSync, file: string): DatabaseSync {
  const reader = new DatabaseSync(file, { readOnly: true, timeout: LOCK_WAIT_MS });
  // Takes the lock, which is held until the reader is closed.
  reader.prepare('SELECT count(*) FROM sqlite_schema').get();
  db.close();
  return reader;
}

/** Whether an exception means that another process holds a lock on the database. */
export function isLocked(error: unknown): boolean {
  return storageErrorCode(error) === 'SQLITE_BUSY';
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseFromFutureError) return 'newerVersion';
  return storageErrorCode(error) ?? (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
}
