// Keeps a copy of a file that cannot be read, so that nothing is lost when the file is written again.

import { constants } from 'node:fs';
import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { storageErrorCode } from '../files.ts';
import { MAX_OWN_FILE_BYTES, readOrdinary } from './read-own-file.ts';

/** More copies of a file than this are deleted, the oldest first. */
const MAX_KEPT = 5;

/**
 * Keeps a file as `<name>.unreadable-<time>.<extension>` beside it. A file equal to its newest copy is not copied again;
 * what cannot be copied is renamed: a file that cannot be opened or is too large, a folder, a pipe. An existing copy is
 * never replaced.
 * @returns the name of the copy.
 * @throws the system's error if the file cannot be kept; then it must not be written over.
 */
export async function keepAside(file: string, atMs: number): Promise<string> {
  const folder = path.dirname(file);
  const { name, ext } = path.parse(file);
  const prefix = `${name}.unreadable-`;
  const copies = (await readdir(folder)).filter((one) => one.startsWith(prefix) && one.endsWith(ext)).sort();
  const newest = copies.at(-1);
  if (newest !== undefined && (await isSameContent(file, path.join(folder, newest)))) return newest;
  const time = new Date(atMs).toISOString().replaceAll(':', '-');
  const kept = `${prefix}${time}${ext}`;
  await copyOrRename(file, path.join(folder, kept));
  // A folder stays.
  for (const old of [...copies, kept].sort().slice(0, -MAX_KEPT))
    await rm(path.join(folder, old)).catch(() => undefined);
  return kept;
}

async function copyOrRename(file: string, copy: string): Promise<void> {
  const facts = await stat(file).catch(() => undefined);
  if (facts && (!facts.isFile() || facts.size > MAX_OWN_FILE_BYTES)) return rename(file, copy);
  try {
    await copyFile(file, copy, constants.COPYFILE_EXCL);
  } catch (error) {
    // A file that this user may not read can still be renamed. Another error, such as a full disk, is the caller's.
    if (!['EACCES', 'EPERM', 'EIO'].includes(storageErrorCode(error) ?? '')) throw error;
    await rename(file, copy);
  }
}

async function isSameContent(one: string, other: string): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([readOrdinary(one), readOrdinary(other)]);
    return a !== undefined && b !== undefined && a.equals(b);
  } catch {
    return false;
  }
}
