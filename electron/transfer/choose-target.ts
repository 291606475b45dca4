// Judges a folder that a person chose for the library.

import { existsSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { requireWritable } from '../disk-space.ts';
import { unfinishedCopyOf } from './copy-library.ts';
import { isLibraryFolder } from './folder-source.ts';
import { MANIFEST_NAME } from './library-parts.ts';
import { TransferError } from './library-source.ts';

/** The folder that is made in one that has other things in it. */
const FOLDER_NAME = 'Relay Studio Library';

/** What systems put into every folder that a person opens. Anything else, hidden or not, is somebody's. */
const SYSTEM_FILES = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** `copy`: the library can be moved there; `use`: there is another library, which can be used as it is. */
export type Target = { kind: 'copy' | 'use'; folder: string };

/** @throws TransferError if it cannot be used, or the system's error if it cannot be written. */
export async function judgeTarget(chosen: string, current: string): Promise<Target> {
  // A loop of links cannot be resolved: the system's error says so.
  const [folder, now] = await Promise.all([realpath(chosen), realpath(current)]);
  const nested = path.join(folder, FOLDER_NAME);
  if (folder === now || nested === now) throw new TransferError('sameLibrary');
  if (`${folder}${path.sep}`.startsWith(`${now}${path.sep}`)) throw new TransferError('inside');
  await requireWritable(folder);
  for (const place of [folder, nested]) {
    const found = await judgeFolder(place, now);
    if (found !== undefined) return found;
  }
  throw new TransferError('notEmpty');
}

/** Undefined if it has something else in it. */
async function judgeFolder(folder: string, current: string): Promise<Target | undefined> {
  if (!existsSync(folder)) return { kind: 'copy', folder };
  const copyOf = await unfinishedCopyOf(folder);
  if (copyOf !== undefined)
    return (await realpath(copyOf).catch(() => '')) === current ? { kind: 'copy', folder } : undefined;
  if (isLibraryFolder(folder)) {
    // A back-up that is used would be one no longer.
    return existsSync(path.join(folder, MANIFEST_NAME)) ? undefined : { kind: 'use', folder };
  }
  const names = (await readdir(folder)).filter((name) => !SYSTEM_FILES.has(name));
  return names.length === 0 ? { kind: 'copy', folder } : undefined;
}
