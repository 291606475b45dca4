// Names for new files that no file in their folder has.

import { access } from 'node:fs/promises';
import path from 'node:path';
import { numbered } from '../../shared/text/file-name.ts';

/** Finds a free path for a file that is to have this one. */
export type FreePaths = (wanted: string) => Promise<string>;

/**
 * Finds the path, with a number added if it is taken: `a.wav`, `a (2).wav`, … It remembers the number that it came to, so
 * that thousands of files of one name are not counted through again for each.
 */
export function createFreePaths(): FreePaths {
  const next = new Map<string, number>();
  return async (wanted) => {
    const { dir, base } = path.parse(wanted);
    // Names that differ in case only are the same file on many systems.
    const key = wanted.toLowerCase();
    for (let count = next.get(key) ?? 1; ; count++) {
      const candidate = path.join(dir, numbered(base, count));
      if (await isTaken(candidate)) continue;
      next.set(key, count + 1);
      return candidate;
    }
  };
}

/** Finds a free path once. */
export function freePath(wanted: string): Promise<string> {
  return createFreePaths()(wanted);
}

function isTaken(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
