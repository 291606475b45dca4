// Space of the library's disk that is kept for the moment when the disk is full: deleting items for good needs some, for
// the database's log and for scripts that are not saved yet, before it frees any.

import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freeBytesIn, WORKING_BYTES } from '../disk-space.ts';
import { storageErrorCode } from '../files.ts';

/** The file's name in the library's folder. */
export const RESERVE_NAME = 'reserve';
/** Enough for the log of a batch of deletions, several times over, and for a long script. */
const RESERVE_BYTES = 4 * 1024 * 1024;

/**
 * Writes the reserve if it is missing and there is room for it besides what the app needs, or nobody knows whether there
 * is. Never throws: without it, a full disk has to be freed elsewhere. @param root the library's folder
 */
export function keepReserve(root: string): void {
  const file = path.join(root, RESERVE_NAME);
  try {
    if (lstatSync(file, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return;
    const free = freeBytesIn(statfsSync(root));
    if (free !== undefined && free < RESERVE_BYTES + 2 * WORKING_BYTES) return;
    rmSync(file, { force: true });
    // Random, because some file systems store equal bytes without using space.
    writeFileSync(file, randomBytes(RESERVE_BYTES), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
  }
}

/** Gives the space of the reserve back to the disk. Never throws. @param root the library's folder */
export function releaseReserve(root: string): void {
  try {
    rmSync(path.join(root, RESERVE_NAME), { force: true });
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
  }
}
