// Durable file operations: after a crash a written file is complete or absent.

import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, ok, type Result } from '../shared/result.ts';

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

/**
 * Whether an exception comes from the file system. A full or failing disk is an expected error; any other exception is
 * a bug.
 */
export function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string';
}

/** Runs a write and returns disk errors as AppError; other exceptions are rethrown. */
export async function whileWriting<T>(write: () => Promise<T>): Promise<Result<T, AppError>> {
  try {
    return ok(await write());
  } catch (error) {
    if (!isFileError(error)) throw error;
    return fail(appError('storage.failed', { reason: error.code }));
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
