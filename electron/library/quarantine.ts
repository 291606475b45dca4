// Quarantine for what has no business in a library: entries that lead elsewhere or are no files. They are renamed where they
// are: never followed, never deleted.

import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, type Dirent, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { storageErrorCode } from '../files.ts';
import { RECORD_FOLDERS } from '../transfer/library-parts.ts';

/** The folders of a library. */
const FOLDERS = new Set([...RECORD_FOLDERS, 'media', 'incoming', 'thumbnails', 'leaving', 'deleting']);
/** The folders whose own folders are named by the beginning of a hash. */
const HASHED = ['media', 'thumbnails'];
const HASH_FOLDER = /^[0-9a-f]{2}$/;
/** What is written by SQLite, or by ourselves while the library is open. */
const FILE =
  /^(?:library\.sqlite(?:\.rebuilding|\.rebuilt)?|lock\.sqlite)(?:-wal|-shm|-journal)?$|^library\.in-use$|^reserve$/;
/** Files that SQLite writes into, so that no other name of them may exist. `shm` is made anew. */
const DATABASE = /^library\.sqlite(?:\.rebuilt)?(?:-wal)?$/;
/**
 * The library's database has a write-ahead log, never a rollback journal: SQLite would write the pages of one into the
 * database before anything of it is checked, and follow the path in it to another file.
 */
const JOURNAL = /^library\.sqlite.*-journal$/;
/** What was put aside before. */
const ASIDE = '.put-aside-';

/**
 * Renames an entry to `<name>.put-aside-<time>-<random>` in its folder. @returns the new name. @throws the system's
 * error.
 */
export function quarantine(entry: string): string {
  const time = new Date().toISOString().replace(/\..*/, '').replaceAll(':', '-');
  const keptAs = `${path.basename(entry)}${ASIDE}${time}-${randomBytes(2).toString('hex')}`;
  renameSync(entry, path.join(path.dirname(entry), keptAs));
  return keptAs;
}

/**
 * Makes sure that the folders of a library and the files that are always opened are what they should be, before any is
 * opened. Looks at a few hundred entries, however large the library is; a file in `items`, `scripts` or a folder of
 * media is judged when it is used. What cannot be renamed stays, and is refused when it is used.
 * @returns where things are now, as paths in the library. Never throws.
 */
export function quarantineOdd(root: string): string[] {
  const found: string[] = [];
  const judge = (folder: string, isOdd: (entry: Dirent) => boolean): void => {
    for (const entry of entriesOf(root, folder)) {
      if (entry.name.includes(ASIDE) || !(isNeither(entry) || isOdd(entry))) continue;
      const keptAs = tried(() => quarantine(path.join(root, folder, entry.name)));
      if (keptAs !== undefined) found.push(path.join(folder, keptAs));
    }
  };
  judge('', (entry) => {
    if (FOLDERS.has(entry.name)) return !entry.isDirectory();
    return JOURNAL.test(entry.name) || (FILE.test(entry.name) && !entry.isFile());
  });
  for (const folder of HASHED) judge(folder, (entry) => HASH_FOLDER.test(entry.name) && !entry.isDirectory());
  // Bytes that were received have one name; others would become an item of the library.
  judge('incoming', (entry) => entry.isFile() && isLinked(path.join(root, 'incoming', entry.name)));
  for (const { name } of entriesOf(root, '')) {
    const file = path.join(root, name);
    if (name.endsWith('-shm') && FILE.test(name) && isLinked(file)) tried(() => rmSync(file));
    if (DATABASE.test(name) && isLinked(file)) tried(() => giveOwnCopy(file));
  }
  return found;
}

/**
 * Returns what puts an entry aside that is met while the app runs, and whether it could.
 * @param onQuarantined called with its new path in the library.
 */
export function createTakeAway(root: string, onQuarantined: (names: string[]) => void): (entry: string) => boolean {
  return (entry) => {
    const keptAs = tried(() => quarantine(entry));
    if (keptAs !== undefined) onQuarantined([path.join(path.relative(root, path.dirname(entry)), keptAs)]);
    return keptAs !== undefined;
  };
}

/** Whether an entry of the library's own folder was put aside, and nobody has taken it away since. */
export function isPutAside(root: string, name: string): boolean {
  return entriesOf(root, '').some((entry) => entry.name.startsWith(`${name}${ASIDE}`));
}

/** Whether a file has other names, through which it can be read and written. False if there is none. */
export function isLinked(file: string): boolean {
  return (lstatSync(file, { throwIfNoEntry: false })?.nlink ?? 1) > 1;
}

/** Replaces a file by a copy of it, so that writing into it changes no other name of the file. */
function giveOwnCopy(file: string): void {
  const copy = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    copyFileSync(file, copy, constants.COPYFILE_EXCL);
    renameSync(copy, file);
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Neither a file nor a folder: a symbolic link, a pipe, a socket, a device. */
function isNeither(entry: Dirent): boolean {
  return !entry.isFile() && !entry.isDirectory();
}

/** The entries of a folder of the library; none where there is none, where it cannot be read, or a link is in its place. */
function entriesOf(root: string, folder: string): Dirent[] {
  const place = path.join(root, folder);
  const entries = tried(() => {
    const isFolder = folder === '' || lstatSync(place, { throwIfNoEntry: false })?.isDirectory();
    return isFolder ? readdirSync(place, { withFileTypes: true }) : [];
  });
  return entries ?? [];
}

/** Undefined if the disk refused. */
function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
    return undefined;
  }
}
