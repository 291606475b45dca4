// Durable file operations: after a crash a written file is complete or absent.

import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, constants, createReadStream, fsyncSync, openSync, statSync } from 'node:fs';
import { copyFile, type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import { storageProblemOf } from '../shared/storage/storage-problems.ts';

/** The longest name of a file on most file systems. */
const MAX_NAME_BYTES = 255;
/** See `partPathBeside`. */
const PART_NAME = /^relay-studio-[0-9a-f]{16}\.part$/;
const RENAME_WAITS_MS = [50, 100, 200, 400, 800];

/**
 * Writes a file atomically: temporary file in the same folder, fsync, rename. @param mode POSIX permissions, private by
 * default.
 */
export async function writeFileAtomic(file: string, data: string | Uint8Array, mode = 0o600): Promise<void> {
  const ending = `.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  // A name may be as long as the file system allows.
  const isShort = Buffer.byteLength(path.basename(file)) + ending.length <= MAX_NAME_BYTES;
  const temporary = isShort ? `${file}${ending}` : path.join(path.dirname(file), `relay-studio${ending}`);
  await makeFolder(path.dirname(file));
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
 * Creates a folder if it is missing, in one that exists. Where a drive was unplugged or a library was moved away, no
 * other folder takes its place. @throws the system's error, `ENOENT` if the folder around it is missing.
 */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (storageErrorCode(error) !== 'EEXIST') throw error;
  });
}

/**
 * Renames and makes the new name durable; where the new folder is a disk of its own, copies. On Windows a virus scanner
 * may hold the file open: waits and retries.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  // Only where the file is: see `makeFolder`.
  await lstat(from);
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  for (const waitMs of [...RENAME_WAITS_MS, undefined]) {
    try {
      await rename(from, to);
      break;
    } catch (error) {
      if (storageErrorCode(error) === 'EXDEV') return moveToOtherDisk(from, to);
      if (waitMs === undefined || !isHeldOpen(error)) throw error;
      await delay(waitMs);
    }
  }
  await syncFolder(path.dirname(to));
}

/** One name for every try, so that a copy that was cut off is removed by the next one. */
async function moveToOtherDisk(from: string, to: string): Promise<void> {
  const temporary = `${to}.tmp`;
  try {
    await rm(temporary, { force: true });
    await copyFile(from, temporary, constants.COPYFILE_EXCL);
    const handle = await open(temporary, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await moveDurably(temporary, to);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await rm(from, { force: true });
}

/**
 * A path beside a file for its bytes until they are complete, with a name that is nobody else's. Create it with the flag
 * `wx`.
 */
export function partPathBeside(file: string): string {
  return path.join(path.dirname(file), `relay-studio-${randomBytes(8).toString('hex')}.part`);
}

/** Whether a path is one of `partPathBeside`. */
export function isPartPath(file: string): boolean {
  return path.isAbsolute(file) && PART_NAME.test(path.basename(file));
}

/**
 * Makes sure that a file that another library will open and write is readable by this user only: creates it empty, or
 * changes its permissions. A disk that has none is left as it is. @throws the system's error if it cannot be created.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (storageErrorCode(error) !== 'EEXIST') throw error;
    restrict(file, 0o600);
  }
}

/** Takes the permissions of others away from a file or folder, as far as that is possible. @param mode what is left. */
export function restrict(place: string, mode: number): void {
  try {
    if ((statSync(place).mode & 0o077) !== 0) chmodSync(place, mode);
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
  }
}

/** Reads the first bytes of a file, enough to detect its type; none of a pipe or a device, which may never have any. */
export async function readHead(file: string, maxBytes = 256 * 1024): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) return new Uint8Array();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * The bytes of a file, piece by piece. It is opened when the first piece is asked for, so that the error is that of whoever
 * asks: a stream that cannot be opened before somebody reads it ends the process.
 * @param range bytes `start` to `end`, both inclusive.
 */
export async function* readPieces(file: string, range: { start?: number; end?: number } = {}): AsyncGenerator<Buffer> {
  yield* createReadStream(file, range) as AsyncIterable<Buffer>;
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

/** The code of places in the library that are no ordinary files (library/safe-path.ts). */
export const UNSAFE_PATH = 'UNSAFE_PATH';

/**
 * Returns the code of an exception that comes from the disk: `ENOSPC`, `SQLITE_FULL`, … A full, locked or failing disk
 * is an expected error. Undefined for any other exception, which is a bug.
 */
export function storageErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if ('syscall' in error || error.code === DATABASE_ENDED || error.code === UNSAFE_PATH) return error.code;
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

/** Does what can be left out while the disk cannot be read: its errors are ignored, other exceptions are rethrown. */
export async function ignoringDiskErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
  }
}

/** What a disk answers that cannot sync folders, as network drives and those of programs (FUSE). */
const NO_FOLDER_SYNC: ReadonlySet<string | undefined> = new Set([
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EISDIR',
  'EACCES',
  'EPERM',
]);

/**
 * Makes the names in a folder durable, where its disk can do that: elsewhere what was written is there all the same. Blocks:
 * for the database's thread. @throws the system's error.
 */
export function syncFolderSync(folder: string): void {
  if (process.platform === 'win32') return;
  let handle: number | undefined;
  try {
    handle = openSync(folder, 'r');
    fsyncSync(handle);
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(storageErrorCode(error))) throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The same without blocking. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(storageErrorCode(error))) throw error;
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
