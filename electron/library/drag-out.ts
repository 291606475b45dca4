// Files that are dragged out of the window: copies under readable names, swept when the app starts and ends.

import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { MediaFile } from './library.ts';
import { bestKind, copiedMedia, suggestFileName, writeCopy } from './save-copy.ts';

/** The place copies are dragged from. */
export type DragOut = {
  /** Makes the copies. Items whose file is gone are left out. @returns their paths. @throws the file system's error. */
  prepare: (items: readonly LibraryItem[]) => Promise<string[]>;
  sweep: () => Promise<void>;
};

/** Prepares copies under `folder`, which is this module's own. */
export function createDragOut(folder: string, findMedia: (mediaId: string) => MediaFile | undefined): DragOut {
  return {
    async prepare(items) {
      const paths: string[] = [];
      for (const item of items) {
        const as = bestKind(item);
        const mediaId = copiedMedia(item, as);
        const media = mediaId === undefined ? undefined : findMedia(mediaId);
        if (!media) continue;
        // A folder each, so that equal names stay as they are.
        const place = path.join(folder, randomUUID());
        await mkdir(place, { recursive: true, mode: 0o700 });
        const file = path.join(place, suggestFileName(item, media, as));
        // Never a link: a program that changes the dragged file must not change the library's.
        if (as === 'wav') await writeCopy(media, as, file);
        else await copyFile(media.path, file, constants.COPYFILE_FICLONE);
        paths.push(file);
      }
      return paths;
    },
    sweep: () => rm(folder, { recursive: true, force: true }),
  };
}
