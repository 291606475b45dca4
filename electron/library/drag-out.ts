// Files that are dragged out of the window: copies with readable names, deleted when the app starts and ends.

import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { SavedFile } from '../../shared/contract/provenance.ts';
import { createPartFiles } from '../export/part-files.ts';
import { originOfCopy } from '../provenance/origin.ts';
import type { NotedParts, Provenance } from '../provenance/traces.ts';
import type { FindMedia } from './library.ts';
import { bestCopy, openCopy, suggestFileName } from './save-copy.ts';

/** The sweep removes all there is. */
const NOT_NOTED: NotedParts = { add: async () => undefined, remove: async () => undefined };

/** Prepares and deletes the copies. */
export type DragOut = {
  /**
   * Makes the copies, marked if that is wanted, without records: these would be dropped into the other program too. Skips
   * items without a file. @throws the file system's error.
   */
  prepare: (items: readonly LibraryItem[]) => Promise<{ paths: string[]; files: SavedFile[] }>;
  sweep: () => Promise<void>;
};

/** Creates the store of copies. @param folder used by this module alone; its content is deleted by the sweep. */
export function createDragOut(folder: string, findMedia: FindMedia, provenance: Provenance): DragOut {
  const markOnly: Provenance = { ...provenance, choices: () => ({ ...provenance.choices(), hasRecord: false }) };
  return {
    async prepare(items) {
      const paths: string[] = [];
      const files: SavedFile[] = [];
      for (const item of items) {
        const copy = await bestCopy(item, findMedia);
        if (!copy) continue;
        const { as, media } = copy;
        // A separate folder for each copy, so that equal names need no change.
        const place = path.join(folder, randomUUID());
        await mkdir(place, { recursive: true, mode: 0o700 });
        const name = suggestFileName(item, media, as);
        const file = path.join(place, name);
        // Never a link: a program that changes the dragged file must not change the file in the library.
        paths.push(file);
        const opened = await openCopy(media, as);
        if (opened.as !== 'wav' && !provenance.choices().hasMark) {
          await copyFile(media.path, file, constants.COPYFILE_FICLONE);
          continue;
        }
        const parts = createPartFiles({ path: file, isFolder: false }, NOT_NOTED, markOnly);
        try {
          await parts.next(name, originOfCopy(item, opened.as));
          for await (const chunk of opened.bytes) await parts.write(chunk);
          files.push(...(await parts.keep()));
        } catch (error) {
          await parts.remove();
          throw error;
        }
      }
      return { paths, files };
    },
    sweep: () => rm(folder, { recursive: true, force: true }),
  };
}
