import { expect, it } from 'vitest';
import { isStorageProblem, storageProblemOf } from './storage-problems.ts';

it.each([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'quota'],
  ['EROFS', 'readOnly'],
  ['SQLITE_BUSY', 'locked'],
  ['ENOTDIR', 'gone'],
  // fault 8
  ['EMFILE', 'tooManyFiles'],
  ['SQLITE_IOERR', 'failing'],
  ['EIO', 'failing'],
  ['constructor', 'failing'],
])('%s means %s', (code, problem) => {
  expect(storageProblemOf(code)).toBe(problem);
  expect(isStorageProblem(problem)).toBe(true);
});
