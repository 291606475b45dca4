// Opens the database of a library in whatever state its files are: in use, to be rebuilt, or as a view of the files
// where it cannot be written.

import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { RebuildCause } from '../../../shared/contract/recovery.ts';
import type { Storage } from '../../../shared/contract/storage.ts';
import { storageProblemOf } from '../../../shared/storage/storage-problems.ts';
import { requireWritableSync } from '../../disk-space.ts';
import { storageErrorCode } from '../../files.ts';
import { releaseReserve } from '../../library/reserve.ts';
import { deleteBuriedRows } from '../deletion/finish-deletions.ts';
import { DatabaseFromFutureError, ForeignSchemaError, openDatabase } from '../schema.ts';
import { databaseFiles, inspectFiles, isDamage, isSound, markClosed, markOpen } from './database-files.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';
import { type Rebuilt, startRebuilding } from './rebuild-file.ts';

/** An open database with the state of the storage to show to the person. */
export type OpenedLibrary = {
  db: DatabaseSync;
  storage: Storage;
  /** What fills the database meanwhile; null if it is complete. */
  filling: Filling | null;
  /** Closes the database; after a rebuild has ended it is closed already. */
  close: () => void;
  /** Closes the database and leaves its files alone, because another app owns the library now. */
  abandon: () => void;
};

/** The work that fills a database while it can be listed already. */
type Filling = {
  /** Null for a view of the files, which stays as it is. Otherwise the library is to be opened again after `run`. */
  cause: RebuildCause | null;
  /** @throws the signal's reason, or the disk's error; the earlier database is in its place then. */
  run: (options: Pick<RebuildOptions, 'signal' | 'onProgress'>) => Promise<Rebuilt>;
};

/**
 * Opens a library. A database that is missing, damaged or not of the app's making is rebuilt; where nothing may be written, or a newer version
 * of the app has written, the files are shown by a database in memory, and nothing on disk is changed. On a full disk
 * the reserve is given up and the database is opened all the same: the monitor of the storage (storage-health.ts) finds
 * the disk full, and items can be deleted for good.
 * @throws SQLite's error while another process holds a lock.
 */
export function openRecoverable(folder: string, lockWaitMs: number): OpenedLibrary {
  try {
    requireUsable(folder);
    const found = inspectFiles(folder);
    if (found.rebuild !== null) return openRebuilding(folder, found.rebuild);
    const db = openDatabase(databaseFiles(folder).live, lockWaitMs);
    if (!found.wasClean && !isSound(db)) {
      db.close();
      return openRebuilding(folder, 'damaged');
    }
    return openInUse(db, folder);
  } catch (error) {
    if (storageErrorCode(error) === 'SQLITE_BUSY') throw error;
    if (!isDamage(error) && !(error instanceof ForeignSchemaError)) return openView(folder, error);
    return openRebuilding(folder, 'damaged');
  }
}

/** @throws the system's error if the folder cannot be written, unless the disk is merely full. */
function requireUsable(folder: string): void {
  try {
    requireWritableSync(folder);
  } catch (error) {
    const code = storageErrorCode(error);
    const isFull = code !== undefined && ['full', 'quota'].includes(storageProblemOf(code));
    if (!isFull || !existsSync(databaseFiles(folder).live)) throw error;
    releaseReserve(folder);
  }
}

/** Begins to rebuild a library whose database nothing has open. Shows the files if that cannot be written either. */
export function openRebuilding(folder: string, cause: RebuildCause): OpenedLibrary {
  try {
    const { db, run } = startRebuilding(folder);
    const storage = { isWritable: false, folder, reason: 'rebuilding' };
    return { db, storage, filling: { cause, run }, ...closing(db) };
  } catch (error) {
    return openView(folder, error);
  }
}

/** Shows the files of a library that cannot be written. @param error why. */
export function openView(folder: string, error: unknown): OpenedLibrary {
  const db = openDatabase(':memory:');
  const run: Filling['run'] = async (options) => ({
    result: await rebuild(db, folder, { ...options, isWriting: false }),
    aside: null,
  });
  const storage = { isWritable: false, folder, reason: reasonOf(error) };
  return { db, storage, filling: { cause: null, run }, ...closing(db) };
}

function openInUse(db: DatabaseSync, folder: string): OpenedLibrary {
  try {
    markOpen(folder);
  } catch (error) {
    // A mark without a log would mean at the next start that the log was lost.
    markClosed(folder);
    db.close();
    throw error;
  }
  deleteBuriedRows(db, folder);
  const close = (): void => {
    // Before the log goes: a mark without a log means that the log was lost.
    markClosed(folder);
    closeOnce(db);
  };
  return { db, storage: { isWritable: true, folder, reason: '' }, filling: null, ...closing(db), close };
}

/**
 * Opens a library for reading that another app owns now; its files are shown where its database cannot be opened. The
 * last connection that closes writes the log of changes into the database, unless it cannot write: the lock of this one
 * keeps the earlier one from being the last. @param abandonEarlier closes that. @param reason for the person.
 */
export function openForReading(folder: string, lockWaitMs: number, reason: string, abandonEarlier: () => void) {
  const storage = { isWritable: false, folder, reason };
  let opened: OpenedLibrary;
  try {
    const db = new DatabaseSync(databaseFiles(folder).live, { readOnly: true, timeout: lockWaitMs });
    db.exec('PRAGMA trusted_schema = OFF');
    // Takes the lock, which is held until the database is closed.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    opened = { db, storage, filling: null, ...closing(db) };
  } catch (error) {
    opened = { ...openView(folder, error), storage };
  }
  abandonEarlier();
  return opened;
}

function closing(db: DatabaseSync): Pick<OpenedLibrary, 'close' | 'abandon'> {
  return { close: () => closeOnce(db), abandon: () => closeOnce(db) };
}

function closeOnce(db: DatabaseSync): void {
  if (db.isOpen) db.close();
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseFromFutureError) return 'newerVersion';
  return storageErrorCode(error) ?? (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
}
