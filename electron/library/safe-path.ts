// Paths of files in the library. Names from rows, sidecars and folders are hostile input: a library may come from
// somebody else, so no name and no symbolic link in it may lead to a file outside.

import { lstatSync } from 'node:fs';
import path from 'node:path';

/** A name that would lead to a file outside of the library. */
export class UnsafePathError extends Error {
  override name = 'UnsafePathError';
}

const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The path of a file or folder below `root`, one name for each level; it need not exist. `root` itself may be a
 * symbolic link: a person may keep the library on another disk.
 * @throws UnsafePathError if a name is not plain (separators, `..`, control characters), or if anything on the way
 * from `root` to the file, or the file itself, is a symbolic link. @throws the system's error for a folder that may
 * not be looked at.
 */
export function safePath(root: string, ...names: readonly string[]): string {
  let at = root;
  for (const name of names) {
    if (!PLAIN_NAME.test(name)) throw new UnsafePathError(`Not a name of the library: ${JSON.stringify(name)}`);
    at = path.join(at, name);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UnsafePathError(`A symbolic link in the library: ${at}`);
  }
  return at;
}
