// Small pictures that stand for large ones in lists. The page makes them, which alone decodes; they can be made again at any time.

import path from 'node:path';
import { type AppError, appError } from '../../shared/errors.ts';
import { readPictureHeader } from '../../shared/images/picture-header.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { writeFileAtomic } from '../files.ts';
import type { Library } from './library.ts';

/** The thumbnails of the library's pictures. */
export type Thumbnails = {
  /** Keeps the thumbnail of a stored picture. @throws the file system's error */
  keep: (mediaId: string, bytes: Uint8Array) => Promise<Result<null, AppError>>;
  /** Where the thumbnail of a picture is, once there is one. */
  pathOf: (mediaId: string) => string;
};

/** Opens the thumbnails under `root` (the library folder). */
export function createThumbnails(root: string, library: Pick<Library, 'media'>): Thumbnails {
  const pathOf = (mediaId: string): string => path.join(root, 'thumbnails', mediaId.slice(0, 2), `${mediaId}.webp`);
  return {
    pathOf,
    async keep(mediaId, bytes) {
      if (!library.media(mediaId)) return fail(appError('item.not_found'));
      if (readPictureHeader(bytes)?.format !== 'webp') return fail(appError('request.malformed', { field: 'bytes' }));
      await writeFileAtomic(pathOf(mediaId), bytes);
      return ok(null);
    },
  };
}
