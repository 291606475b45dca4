// Why the disk or the database refused to read or write, as a closed set: texts, banner and errors derive from it.

/**
 * `full`: no space left. `quota`: the share of this user is used up. `readOnly`: the volume does not take writes.
 * `noPermission`: this user may not write there. `locked`: another program holds the file. `gone`: the folder is missing,
 * such as an unplugged drive. `damaged`: the content is not what was written. `tooManyFiles`: the system has no file
 * handle left. `failing`: the disk reported any other fault.
 */
export const STORAGE_PROBLEMS = [
  'full',
  'quota',
  'readOnly',
  'noPermission',
  'locked',
  'gone',
  'damaged',
  'tooManyFiles',
  'failing',
] as const;

/** Why the disk or the database refused. */
export type StorageProblem = (typeof STORAGE_PROBLEMS)[number];

/** The problems of each code, those of the system (errno) and those of SQLite (sqlite.org/rescode.html). */
const PROBLEM_OF_CODE: Readonly<Record<string, StorageProblem>> = {
  ENOSPC: 'full',
  SQLITE_FULL: 'full',
  EDQUOT: 'quota',
  EROFS: 'readOnly',
  SQLITE_READONLY: 'readOnly',
  EACCES: 'noPermission',
  EPERM: 'noPermission',
  SQLITE_PERM: 'noPermission',
  EBUSY: 'locked',
  ETXTBSY: 'locked',
  SQLITE_BUSY: 'locked',
  SQLITE_LOCKED: 'locked',
  ENOENT: 'gone',
  ENOTDIR: 'gone',
  ENODEV: 'gone',
  ENXIO: 'gone',
  ESTALE: 'gone',
  ENOTCONN: 'gone',
  SQLITE_CANTOPEN: 'gone',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_NOTADB: 'damaged',
  EMFILE: 'tooManyFiles',
  ENFILE: 'tooManyFiles',
};

/** Returns the problem that a code of `storageErrorCode` stands for. */
export function storageProblemOf(code: string): StorageProblem {
  return (Object.hasOwn(PROBLEM_OF_CODE, code) ? PROBLEM_OF_CODE[code] : undefined) ?? 'failing';
}

/** Whether a value is one of the problems. */
export function isStorageProblem(value: unknown): value is StorageProblem {
  return STORAGE_PROBLEMS.some((problem) => problem === value);
}
