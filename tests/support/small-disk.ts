// A small disk of a test's own: a mounted tmpfs. Mounting needs root on Linux; where it is not allowed, tests that need
// it are skipped.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A mounted disk. */
export type SmallDisk = {
  folder: string;
  /** Fills the disk with one file until this number of bytes is free. */
  fill: (freeBytes?: number) => Promise<void>;
  /** Deletes that file. */
  makeRoom: () => void;
  /** Mounts it again so that it takes no changes, or takes them again. */
  setReadOnly: (isReadOnly: boolean) => void;
  unmount: () => void;
};

/** Mounts a disk of this size; undefined where this user may not mount. */
export function mountSmallDisk(sizeMiB: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-studio-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    async fill(freeBytes = 0) {
      const { bavail, bsize } = await statfs(folder);
      const bytes = Buffer.alloc(Math.max(0, bavail * bsize - freeBytes));
      try {
        writeFileSync(filler, bytes, { flag: 'a' });
      } catch (error) {
        // Somebody else wrote meanwhile: it is full all the same.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) =>
      void execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder], { stdio: 'ignore' }),
    unmount() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
