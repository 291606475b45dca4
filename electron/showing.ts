// Shows files in the system's program for files: those of items, and those that were saved. The page knows no paths.

import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { RouteInput } from '../shared/contract/index.ts';
import type { SavedFile } from '../shared/contract/provenance.ts';
import { type AppError, appError } from '../shared/errors.ts';
import { fail, ok, type Result } from '../shared/result.ts';
import type { Library } from './library/library.ts';
import { missingError } from './library/missing-media.ts';
import { bestCopy } from './library/save-copy.ts';

/** Saved files that are remembered, the latest: a batch needs its last one only. */
const REMEMBERED = 1000;

/** Shows files. All functions that answer reject with SQLite's error only. */
export type Showing = {
  /** Gives files that were saved in a folder the ids by which they are shown. */
  remember: (folder: string, files: readonly SavedFile[]) => SavedFile[];
  /** Shows the file of an item in the library: the most useful one that is in its place. */
  showItem: (input: RouteInput<'library.showItem'>) => Promise<Result<null, AppError>>;
  /** Shows a file that was saved since the app was started. */
  showSaved: (input: RouteInput<'library.showSaved'>) => Promise<Result<null, AppError>>;
};

/** @param show opens the folder of a file, with the file selected */
export function createShowing(library: Pick<Library, 'get' | 'media'>, show: (path: string) => void): Showing {
  const paths = new Map<string, string>();
  return {
    remember: (folder, files) =>
      files.map((file) => {
        const fileId = randomUUID();
        paths.set(fileId, path.join(folder, file.name));
        const [oldest = fileId] = paths.keys();
        if (paths.size > REMEMBERED) paths.delete(oldest);
        return { ...file, fileId };
      }),
    async showItem({ id }) {
      const item = await library.get(id);
      const copied = item && (await bestCopy(item, library.media));
      if (!item || !copied) return fail(appError('item.not_found'));
      if (copied.presence === 'missing') return fail(missingError(copied.media, item.title));
      show(copied.media.path);
      return ok(null);
    },
    async showSaved({ fileId }) {
      const file = paths.get(fileId);
      const isThere =
        file !== undefined &&
        (await access(file).then(
          () => true,
          () => false,
        ));
      if (!isThere) return fail(appError('export.file_gone', { name: path.basename(file ?? '') }));
      show(file);
      return ok(null);
    },
  };
}
