// Durable file operations: after a crash a written file is complete or absent.

import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import { storageProblemOf } from '../shared/storage-problems.ts';

const RENAME_WAITS_MS = [50, 100, 200, 400, 800];

/**
 * Writes a file atomically: temporary file in the same folder, fsync, rename. @param mode POSIX permissions, private by
 * default.
 */
export async function writeFileAtomic(file: string, data: string | Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await moveDurably(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Renames within one file system and makes the new name durable. On Windows a virus scanner may hold the file open:
 * waits and retries.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  for (const waitMs of [...RENAME_WAITS_MS, undefined]) {
    try {
      await rename(from, to);
      break;
    } catch (error) {
      if (waitMs === undefined || !isHeldOpen(error)) throw error;
      await delay(waitMs);
    }
  }
  await syncFolder(path.dirname(to));
}

/** Reads the first bytes of a file, enough to detect its type. */
export async function readHead(file: string, maxBytes = 256 * 1024): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** SQLite's primary result codes (sqlite.org/rescode.html) that come from the disk or another program, not from a bug. */
const SQLITE_STORAGE_CODES: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** The code of calls whose thread ended before it answered. They may have been carried out. */
export const DATABASE_ENDED = 'DATABASE_ENDED';

/**
 * Returns the code of an exception that comes from the disk: `ENOSPC`, `SQLITE_FULL`, … A full, locked or failing disk
 * is an expected error. Undefined for any other exception, which is a bug.
 */
export function storageErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if ('syscall' in error || error.code === DATABASE_ENDED) return error.code;
  // The low byte of an extended result code is its primary code.
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_STORAGE_CODES[error.errcode & 0xff];
  return undefined;
}

/**
 * Returns the error shown for an exception that comes from the disk: `problem` says in words what is wrong, `reason` is
 * the system's code. Undefined for any other exception, which is a bug.
 */
export function storageFailure(error: unknown): AppError | undefined {
  const reason = storageErrorCode(error);
  return reason === undefined ? undefined : appError('storage.failed', { problem: storageProblemOf(reason), reason });
}

/** Runs a write and returns disk errors as AppError; other exceptions are rethrown. */
export async function whileWriting<T>(write: () => Promise<T>): Promise<Result<T, AppError>> {
  try {
    return ok(await write());
  } catch (error) {
    const failure = storageFailure(error);
    if (failure === undefined) throw error;
    return fail(failure);
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } finally {
    await handle?.close();
  }
}

function isHeldOpen(error: unknown): boolean {
  return (
    process.platform === 'win32' &&
    error instanceof Error &&
    'code' in error &&
    ['EPERM', 'EBUSY', 'EACCES'].includes(String(error.code))
  );
}
