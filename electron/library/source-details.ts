// What the picture with which a chain of edits began says of itself: its EXIF block and its resolution.

import type { EditItem, LibraryItem } from '../../shared/contract/library.ts';
import type { SourceDetails } from '../../shared/contract/media.ts';
import { findMetadata } from '../../shared/images/metadata/find-metadata.ts';
import { withSource } from '../byte-source.ts';
import type { Library } from './library.ts';

/** So many edits are followed back. */
const MAX_EDITS = 100;

/** Reads the first picture of the chain that led to an edit. @returns null if its file is not there. Never rejects. */
export async function readSourceDetails(
  item: EditItem,
  library: Pick<Library, 'media' | 'using'>,
): Promise<SourceDetails | null> {
  try {
    const mediaId = await firstPicture(item, library);
    return mediaId === undefined ? null : await readDetails(mediaId, library);
  } catch {
    // A result is saved without them.
    return null;
  }
}

/** Reads what a stored picture says of itself. @returns null if its file is not there. Never rejects. */
export async function readDetails(mediaId: string, library: Pick<Library, 'media'>): Promise<SourceDetails | null> {
  try {
    const media = await library.media(mediaId);
    if (media === undefined) return null;
    const { exif, density } = await withSource(media.path, findMetadata);
    return { exif: exif === undefined ? null : new Uint8Array(exif), density: density ?? null };
  } catch {
    return null;
  }
}

async function firstPicture(item: EditItem, library: Pick<Library, 'using'>): Promise<string | undefined> {
  const seen = new Set<string>();
  let first: string | undefined;
  for (let edit: EditItem | undefined = item; edit !== undefined && seen.size < MAX_EDITS; ) {
    seen.add(edit.id);
    const mediaId: string | undefined = edit.request.pictures[0]?.mediaId;
    if (mediaId === undefined) break;
    first = mediaId;
    const users: readonly LibraryItem[] = await library.using(mediaId);
    edit = users.find((one): one is EditItem => one.kind === 'edit' && !seen.has(one.id) && isMadeBy(one, mediaId));
  }
  return first;
}

function isMadeBy({ raw, protected: made }: EditItem, mediaId: string): boolean {
  return raw.mediaId === mediaId || made?.picture.mediaId === mediaId;
}
