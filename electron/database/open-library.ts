// Opens the database of a library folder with its operations, in whatever state the files are.

import { storageErrorCode } from '../files.ts';
import { isDamage } from './recovery/database-files.ts';
import { type OpenedLibrary, openRebuilding, openRecoverable, openView } from './recovery/opening.ts';
import { createRepositories, type Repositories } from './repositories.ts';
import type { ReportUnreadable } from './stored-bodies.ts';

/** How long one statement waits for a lock; the thread then repeats it (serve-database.ts). */
export const LOCK_WAIT_MS = 1000;

/** The operations on an open database, and the state of the storage to show to the person. */
export type OpenLibrary = Omit<OpenedLibrary, 'db'> & { repositories: Repositories };

/**
 * Opens the library in `folder`; see `openRecoverable`. Where it cannot be written nothing can be generated, so nothing
 * paid for can be lost.
 * @param onUnreadable called for each row that cannot be read.
 * @throws SQLite's error while another process holds a lock.
 */
export function openLibrary(folder: string, onUnreadable: ReportUnreadable): OpenLibrary {
  const opened = openRecoverable(folder, LOCK_WAIT_MS);
  try {
    return withRepositories(opened, onUnreadable);
  } catch (error) {
    opened.close();
    if (isLocked(error)) throw error;
    // A disk that is full or fails, or a file that may not be read, says nothing about what is in the file.
    const isDisk = storageErrorCode(error) !== undefined && !isDamage(error);
    return withRepositories(isDisk ? openView(folder, error) : openRebuilding(folder, 'damaged'), onUnreadable);
  }
}

/** Prepares the operations on an opened database. @throws SQLite's error */
export function withRepositories({ db, ...opened }: OpenedLibrary, onUnreadable: ReportUnreadable): OpenLibrary {
  const { isWritable, folder } = opened.storage;
  const sweptFolder = isWritable && opened.filling === null ? folder : null;
  return { ...opened, repositories: createRepositories(db, onUnreadable, sweptFolder) };
}

/** Whether an exception means that another process holds a lock on the database. */
export function isLocked(error: unknown): boolean {
  return storageErrorCode(error) === 'SQLITE_BUSY';
}
