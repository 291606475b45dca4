// Thumbnails of the library's pictures and takes. The page makes them, because only the page decodes these; they can be
// made again at any time.

import path from 'node:path';
import type { ThumbnailPart } from '../../shared/contract/media.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { readPictureHeader } from '../../shared/images/picture-header.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { makeFolder, writeFileAtomic } from '../files.ts';
import type { Library } from './library.ts';
import { createFolderCheck } from './library-folder.ts';
import { isLinked } from './quarantine.ts';
import { UnsafePathError } from './safe-path.ts';
import { thumbnailPath } from './thumbnail-paths.ts';

/** Stores and finds the thumbnails. */
export type Thumbnails = {
  /** Stores the thumbnail of a stored picture, replacing an earlier one. @throws the file system's error */
  keep: (mediaId: string, part: ThumbnailPart, bytes: Uint8Array) => Promise<Result<null, AppError>>;
  /** The path of a picture's thumbnail, whether or not it exists; undefined if a link is there or on the way to it. */
  pathOf: (mediaId: string, part: ThumbnailPart) => string | undefined;
};

/** Opens the thumbnails under `root` (the library folder). */
export function createThumbnails(root: string, library: Pick<Library, 'media'>): Thumbnails {
  const requireFolder = createFolderCheck(root);
  const pathOf = (mediaId: string, part: ThumbnailPart): string | undefined => {
    try {
      return thumbnailPath(root, mediaId, part);
    } catch (error) {
      if (error instanceof UnsafePathError) return undefined;
      throw error;
    }
  };
  return {
    pathOf(mediaId, part) {
      const file = pathOf(mediaId, part);
      // It may be another file than a thumbnail. The next one that is stored takes its place, not its content.
      return file === undefined || isLinked(file) ? undefined : file;
    },
    async keep(mediaId, part, bytes) {
      if (!(await library.media(mediaId))) return fail(appError('item.not_found'));
      if (readPictureHeader(bytes)?.format !== 'webp') return fail(appError('request.malformed', { field: 'bytes' }));
      const file = pathOf(mediaId, part);
      if (file === undefined) return fail(appError('storage.failed'));
      await requireFolder();
      await makeFolder(path.dirname(path.dirname(file)));
      await writeFileAtomic(file, bytes);
      return ok(null);
    },
  };
}
