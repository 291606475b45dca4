import { expect, test } from 'vitest';
import { BOUNDS } from '../../shared/bounds.ts';
import { filesIn } from './dropped-folder.ts';

/** A folder in which every folder has a thousand files and another folder, without end. */
function endless(): FileSystemDirectoryEntry {
  const file = {
    isFile: true,
    isDirectory: false,
    name: 'a.txt',
    fullPath: '/deeper/a.txt',
    file: (done: (file: File) => void) => done(new File([], 'a.txt')),
  };
  const folder = {
    isFile: false,
    isDirectory: true,
    name: 'deeper',
    createReader: () => {
      let isRead = false;
      return {
        readEntries: (done: (entries: unknown[]) => void) => {
          done(isRead ? [] : [...new Array(1000).fill(file), endless()]);
          isRead = true;
        },
      };
    },
  };
  return folder as unknown as FileSystemDirectoryEntry;
}

// bound files-of-folder
test('no more files are listed than are declared, however deep or wide the folder is', async () => {
  const files = await filesIn(endless());
  expect(files).toHaveLength(BOUNDS.filesOfFolder);
  expect(files[0]?.webkitRelativePath).toBe('deeper/a.txt');
});
