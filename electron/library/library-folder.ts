// Whether the folder of an open library is still the one that was opened. Where a disk was taken away its mount point
// stays, as an empty folder of another disk, and would take what is written.

import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

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

function identityOf(facts: { dev: number; ino: number } | undefined): string | undefined {
  return facts && `${facts.dev} ${facts.ino}`;
}
