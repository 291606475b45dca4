// Free space of the library's volume, and a trial write that shows whether it takes one.

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, type StatsFs, writeFileSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { storageErrorCode } from './files.ts';

/**
 * Free space that the app needs besides the replies: the database and its log, drafts, masks, settings. With less, space
 * counts as short.
 */
export const WORKING_BYTES = 8 * 1024 * 1024;

/**
 * Enough to need blocks of its own: an empty file can be created on a full disk. Random bytes, because some file systems
 * store equal ones without using space.
 */
const PROBE_BYTES = 256 * 1024;

/**
 * The free bytes of a volume, of those that this user may use. Undefined if it does not say how large it is, as some
 * network drives.
 */
export function freeBytesIn({ blocks, bavail, bsize }: StatsFs): number | undefined {
  return blocks === 0 ? undefined : bavail * bsize;
}

/** The same of the volume that holds a folder; undefined also where the system cannot say. */
export async function freeBytesOf(folder: string): Promise<number | undefined> {
  try {
    return freeBytesIn(await statfs(folder));
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * Creates a folder if it is missing, and writes a file in it that is deleted again. Blocks: for the database's thread.
 * @throws the system's error if any of it fails.
 */
export function requireWritableSync(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const probe = probePath(folder);
  try {
    writeFileSync(probe, randomBytes(PROBE_BYTES), { flag: 'wx', mode: 0o600, flush: true });
  } finally {
    rmSync(probe, { force: true });
  }
}

/** The same without blocking. */
export async function requireWritable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await tryWriting(folder);
}

/**
 * Writes a file in an existing folder that is deleted again. The folder is not created: where a drive was unplugged, it
 * would be made on another one. @throws the system's error.
 */
export async function tryWriting(folder: string): Promise<void> {
  const probe = probePath(folder);
  try {
    await writeFile(probe, randomBytes(PROBE_BYTES), { flag: 'wx', mode: 0o600, flush: true });
  } finally {
    await rm(probe, { force: true });
  }
}

function probePath(folder: string): string {
  return path.join(folder, `.probe-${process.pid}-${randomBytes(4).toString('hex')}`);
}
