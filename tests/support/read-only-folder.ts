// Folders that cannot be written, for tests of any runner.

import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';

/**
 * Makes a folder read-only. As root a mode is no obstacle, but a mount that is read-only is.
 * @returns what makes it writable again
 */
export function closeFolder(folder: string): () => void {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500);
    return () => chmodSync(folder, 0o700);
  }
  const unmount = mountItself(folder);
  execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
  return unmount;
}

/** Makes a folder a mount of its own, out of which nothing can be renamed; for root. @returns what ends that */
export function mountItself(folder: string): () => void {
  execFileSync('mount', ['--bind', folder, folder]);
  return () => void execFileSync('umount', ['--lazy', folder]);
}
