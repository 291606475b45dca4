// The database's files in the library folder: what state they are in, and how a rebuilt one takes the place of a
// damaged one. Killed at any step, the next start goes on from there.

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { RebuildCause } from '../../../shared/contract/recovery.ts';
import { storageErrorCode, syncFolderSync } from '../../files.ts';
import { safePath } from '../../library/safe-path.ts';
import { hasSidecars } from './media-files.ts';

/** What every SQLite file begins with. */
const HEADER = 'SQLite format 3\0';
/** Length of SQLite's whole header, in bytes. */
const HEADER_BYTES = 100;
/** The write-ahead log and its index belong to the file beside them. */
const COMPANIONS = ['-wal', '-shm'] as const;

/** Where the database's files are. */
export type DatabaseFiles = {
  /** The database that is used. */
  live: string;
  /** A rebuild under way; worthless after a crash. */
  rebuilding: string;
  /** A finished rebuild that has not taken its place yet. */
  rebuilt: string;
  /** There while the database is open, so that a start sees that the last end was not clean. */
  mark: string;
};

/** Names the files. @throws UnsafePathError if one of them is a link, a pipe or a device. */
export function databaseFiles(folder: string): DatabaseFiles {
  const at = (name: string): string => {
    for (const companion of COMPANIONS) safePath(folder, `${name}${companion}`);
    return safePath(folder, name);
  };
  return {
    live: at('library.sqlite'),
    rebuilding: at('library.sqlite.rebuilding'),
    rebuilt: at('library.sqlite.rebuilt'),
    mark: at('library.in-use'),
  };
}

/** What the files say before the database is opened: why it must be rebuilt, or whether it must be checked. */
export type Found = { rebuild: RebuildCause } | { rebuild: null; wasClean: boolean };

/**
 * Looks at the files without opening the database. Finishes the exchange of a rebuilt database that a crash
 * interrupted.
 * @throws the file system's error, also where nothing may be written.
 */
export function inspectFiles(folder: string): Found {
  const files = databaseFiles(folder);
  if (existsSync(files.rebuilt)) putInPlace(folder);
  if (existsSync(files.rebuilding)) return { rebuild: 'interrupted' };
  const sizeBytes = statSync(files.live, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeBytes === 0) return hasSidecars(folder) ? { rebuild: 'missing' } : { rebuild: null, wasClean: true };
  if (!hasHeader(files.live)) return { rebuild: 'damaged' };
  const wasClean = !existsSync(files.mark);
  // An open database always has a write-ahead log; without it the last changes are missing.
  const isWalMissing = !wasClean && !existsSync(`${files.live}-wal`);
  if (isWalMissing && hasSidecars(folder)) return { rebuild: 'walMissing' };
  return { rebuild: null, wasClean: wasClean && !existsSync(`${files.live}-wal`) };
}

/** Whether SQLite finds the database sound in a quick look, which misses indexes that disagree with their tables. */
export function isSound(db: DatabaseSync): boolean {
  try {
    return db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** Whether an exception means that the database's file is damaged. */
export function isDamage(error: unknown): boolean {
  const code = storageErrorCode(error);
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/** Marks the database as open. Call it when the write-ahead log exists. */
export function markOpen(folder: string): void {
  const { mark } = databaseFiles(folder);
  // Never into an earlier one, which may be another name of some file.
  rmSync(mark, { force: true });
  writeFileSync(mark, '', { mode: 0o600, flag: 'wx' });
  syncFile(mark);
  syncFolderSync(folder);
}

/** Takes the mark away; right before the database is closed. */
export function markClosed(folder: string): void {
  rmSync(databaseFiles(folder).mark, { force: true });
}

/** Removes what an interrupted rebuild left. */
export function discardRebuilding(folder: string): void {
  const { rebuilding } = databaseFiles(folder);
  for (const companion of COMPANIONS) rmSync(`${rebuilding}${companion}`, { force: true });
  rmSync(rebuilding, { force: true });
}

/** Makes a rebuilt database durable, closes it, and puts it in its place. @returns where the earlier one was put. */
export function finishRebuilding(db: DatabaseSync, folder: string): string | null {
  const { rebuilding, rebuilt } = databaseFiles(folder);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  for (const companion of COMPANIONS) rmSync(`${rebuilding}${companion}`, { force: true });
  syncFile(rebuilding);
  renameSync(rebuilding, rebuilt);
  syncFolderSync(folder);
  return putInPlace(folder);
}

/** Puts the earlier database aside, then the rebuilt one in its place. @returns where the earlier one was put. */
function putInPlace(folder: string): string | null {
  const { live, rebuilt, mark } = databaseFiles(folder);
  // The same name after a crash, so that the parts of the earlier database stay together.
  const date = statSync(rebuilt).mtime.toISOString().replace(/\..*/, '').replaceAll(':', '-');
  const aside = safePath(folder, `library.damaged-${date}.sqlite`);
  // First the log: left behind, SQLite would play it into the rebuilt database.
  for (const companion of [...COMPANIONS, '']) {
    if (existsSync(`${live}${companion}`)) renameSync(`${live}${companion}`, `${aside}${companion}`);
  }
  renameSync(rebuilt, live);
  rmSync(mark, { force: true });
  syncFolderSync(folder);
  return existsSync(aside) ? path.basename(aside) : null;
}

function hasHeader(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    return readSync(handle, head, 0, HEADER_BYTES, 0) === HEADER_BYTES && head.toString('latin1', 0, 16) === HEADER;
  } finally {
    closeSync(handle);
  }
}

function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
