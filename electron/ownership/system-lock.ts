// The system's exclusive lock on a library: a transaction on a database of its own that is never committed. The system
// frees it when the process ends, however it ends.

import { DatabaseSync } from 'node:sqlite';
import { makePrivate, storageErrorCode } from '../files.ts';

/** `busy`: another process has the lock; `unsupported`: the folder cannot be written, or its file system has no locks. */
export type SystemLock =
  | { state: 'held' /** May be called more than once. */; release: () => void }
  | { state: 'busy' }
  | { state: 'unsupported' };

/**
 * Takes the lock without waiting. Nothing else in this process may open `file`: on POSIX systems, closing any handle of
 * a file ends the process's locks on it.
 */
export function takeSystemLock(file: string): SystemLock {
  let db: DatabaseSync | undefined;
  try {
    makePrivate(file);
    db = new DatabaseSync(file, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    const held = db;
    return { state: 'held', release: () => void (held.isOpen && held.close()) };
  } catch (error) {
    db?.close();
    const code = storageErrorCode(error);
    if (code === undefined) throw error;
    return { state: code === 'SQLITE_BUSY' ? 'busy' : 'unsupported' };
  }
}
