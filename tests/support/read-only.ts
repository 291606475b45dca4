// Folders that cannot be written.

import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** Makes a folder read-only until the test ends. As root a mode is no obstacle, but a mount that is read-only is. */
export function makeReadOnly(folder: string): void {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o500);
    onTestFinished(() => chmodSync(folder, 0o700));
    return;
  }
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
  onTestFinished(() => void execFileSync('umount', [folder]));
}
