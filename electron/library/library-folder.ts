// Whether the folder of an open library is still the one that was opened, and takes what is written. Where a disk was
// taken away its mount point stays, as an empty folder of another disk.

import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { tryWriting } from '../disk-space.ts';
import { storageErrorCode } from '../files.ts';
import { safePath } from './safe-path.ts';

/** What every library has that was ever written to. */
const PARTS = ['library.sqlite', 'items', 'media'];

/**
 * Remembers which folder is in a place. The result looks whether it is still there; another one must have a library, as
 * that of a disk that has come back under another number.
 * @returns rejects with the system's error, `ENOENT` where the library is gone
 */
export function createFolderCheck(folder: string): () => Promise<void> {
  let known = identityOf(statSync(folder, { throwIfNoEntry: false }));
  return async () => {
    const now = identityOf(await stat(folder));
    if (known !== undefined && now !== known && !PARTS.some((name) => existsSync(path.join(folder, name))))
      throw Object.assign(new Error(`ENOENT: an empty folder is in place of the library, stat '${folder}'`), {
        code: 'ENOENT',
        syscall: 'stat',
      });
    known = now;
  };
}

/**
 * Writes in a library's folder, and in those of what is received: one of them can be another disk, or another user's, and
 * so can one below them, which is known only once a write in it failed. Folders that are missing are left out.
 * @param failed absolute paths of folders where writes failed; those outside of the library are left out.
 * @throws UnsafePathError, or the system's error.
 */
export async function tryWritingInLibrary(root: string, failed: Iterable<string>): Promise<void> {
  await tryWriting(root);
  const inside = [...failed].filter((folder) => folder.startsWith(`${root}${path.sep}`));
  for (const folder of new Set([safePath(root, 'incoming'), safePath(root, 'media'), ...inside]))
    await tryWriting(folder).catch((error: unknown) => {
      if (storageErrorCode(error) !== 'ENOENT') throw error;
    });
}

function identityOf(facts: { dev: number; ino: number } | undefined): string | undefined {
  return facts && `${facts.dev} ${facts.ino}`;
}
