// The bytes of the library's files that are no media: thumbnails, database and sidecars, files still arriving.

import { type Dirent, lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { storageErrorCode } from '../../files.ts';
import { safePath } from '../../library/safe-path.ts';

/** A file with its size in bytes, and when it was written, in milliseconds since 1970. */
export type PlainFile = { path: string; name: string; sizeBytes: number; modifiedAtMs: number };

/** Files looked at in one step: a few milliseconds. */
const STEP_FILES = 400;
/** What `writeFileAtomic` leaves after a crash. */
const TEMPORARY = /\.tmp$/;

/**
 * Ordinary files directly in a folder of the library; the library's own folder without names. None if the folder cannot
 * be read. Yields undefined between parts of a large folder.
 */
export function* filesIn(root: string, ...names: readonly string[]): Generator<PlainFile | undefined> {
  for (const [index, entry] of entriesOf(root, names).entries()) {
    if (index % STEP_FILES === STEP_FILES - 1) yield undefined;
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts) yield { path: file, name: entry.name, sizeBytes: facts.size, modifiedAtMs: facts.mtimeMs };
  }
}

/** The names of the folders in a folder of the library. */
export function foldersIn(root: string, ...names: readonly string[]): string[] {
  return entriesOf(root, names)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** Whether a file is one that a crash left half-written, if it is old. */
export function isTemporary({ name }: PlainFile): boolean {
  return TEMPORARY.test(name);
}

/** Removes a file. @returns whether that succeeded; the next sweep tries again. */
export function removed({ path: file }: PlainFile): boolean {
  try {
    rmSync(file);
    return true;
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
    return false;
  }
}

function entriesOf(root: string, names: readonly string[]): Dirent[] {
  try {
    return readdirSync(safePath(root, ...names), { withFileTypes: true });
  } catch {
    // No such folder, or a link in its place.
    return [];
  }
}
