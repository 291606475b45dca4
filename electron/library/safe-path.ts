// Paths of files in the library. Names from rows, sidecars and folders are hostile input: a library may come from
// somebody else, so no name and no entry in it may lead to a file outside, or to something that is no file at all.

import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isDeviceName } from '../../shared/text/file-name.ts';
import { UNSAFE_PATH } from '../files.ts';

/** A name that would lead to a file outside of the library, or an entry of it that is no ordinary file. */
export class UnsafePathError extends Error {
  override name = 'UnsafePathError';
  /** A place that cannot be read or written, as the disk's errors are. */
  readonly code = UNSAFE_PATH;
  /** Path of the entry that is in the way; undefined if the name itself is refused. */
  readonly entry: string | undefined;

  constructor(message: string, entry?: string) {
    super(message);
    this.entry = entry;
  }
}

const PLAIN_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/;

/**
 * The path of a file or folder below `root`, one name for each level; it need not exist. `root` itself may be a
 * symbolic link: a person may keep the library on another disk.
 * @throws UnsafePathError if a name is not plain (separators, `..`, control characters, a device of Windows), or if
 * anything on the way from `root` to the file, or the file itself, is a symbolic link, a pipe or a device. @throws the
 * system's error for a folder that may not be looked at.
 */
export function safePath(root: string, ...names: readonly string[]): string {
  let at = root;
  for (const name of names) {
    if (!PLAIN_NAME.test(name) || isDeviceName(name))
      throw new UnsafePathError(`Not a name of the library: ${JSON.stringify(name)}`);
    at = path.join(at, name);
    const facts = lstatSync(at, { throwIfNoEntry: false });
    if (facts && !facts.isFile() && !facts.isDirectory())
      throw new UnsafePathError(`Neither a file nor a folder: ${at}`, at);
  }
  return at;
}
