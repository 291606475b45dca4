// Files that are dragged out of the window: copies with readable names, deleted when the app starts and ends.

import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { FindMedia } from './library.ts';
import { bestCopy, suggestFileName, writeCopy } from './save-copy.ts';

/** Prepares and deletes the copies. */
export type DragOut = {
  /** Makes the copies. Skips items without a file. @returns their paths. @throws the file system's error. */
  prepare: (items: readonly LibraryItem[]) => Promise<string[]>;
  sweep: () => Promise<void>;
};

/** Creates the store of copies. @param folder used by this module alone; its content is deleted by the sweep. */
export function createDragOut(folder: string, findMedia: FindMedia): DragOut {
  return {
    async prepare(items) {
      const paths: string[] = [];
      for (const item of items) {
        const copy = await bestCopy(item, findMedia);
        if (!copy) continue;
        const { as, media } = copy;
        // A separate folder for each copy, so that equal names need no change.
        const place = path.join(folder, randomUUID());
        await mkdir(place, { recursive: true, mode: 0o700 });
        const file = path.join(place, suggestFileName(item, media, as));
        // Never a link: a program that changes the dragged file must not change the file in the library.
        if (as === 'wav') await writeCopy(media, as, file);
        else await copyFile(media.path, file, constants.COPYFILE_FICLONE);
        paths.push(file);
      }
      return paths;
    },
    sweep: () => rm(folder, { recursive: true, force: true }),
  };
}
