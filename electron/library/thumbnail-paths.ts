// Where the thumbnails of a stored file are.

import { THUMBNAIL_PARTS, type ThumbnailPart } from '../../shared/contract/media.ts';
import { safePath } from './safe-path.ts';

/** The path of a thumbnail, whether or not it exists. @param root the library folder. @throws UnsafePathError */
export function thumbnailPath(root: string, mediaId: string, part: ThumbnailPart): string {
  return safePath(root, 'thumbnails', mediaId.slice(0, 2), `${mediaId}${part === 'whole' ? '' : `.${part}`}.webp`);
}

/** The paths of all thumbnails that a file can have. @throws UnsafePathError */
export function thumbnailPaths(root: string, mediaId: string): string[] {
  return THUMBNAIL_PARTS.map((part) => thumbnailPath(root, mediaId, part));
}
