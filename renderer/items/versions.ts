// The files that hold the content of an item, and which of them is shown. Pure functions.

import type { EditItem, LibraryItem } from '../../shared/contract/library.ts';
import type { Picture } from '../../shared/contract/media.ts';
import { faultOf } from '../../shared/images/picture-states.ts';

/** What a file is to an item. */
export type FileRole = 'take' | 'reply' | 'protected' | 'raw';

/** Returns the files with the content of an item, the most useful first. */
export function filesOf(item: LibraryItem): readonly { role: FileRole; mediaId: string }[] {
  switch (item.kind) {
    case 'speech':
      return [{ role: 'take', mediaId: item.mediaId }];
    case 'reply':
      return [{ role: 'reply', mediaId: item.mediaId }];
    case 'edit':
      return [
        ...(item.protected === null ? [] : [{ role: 'protected' as const, mediaId: item.protected.picture.mediaId }]),
        { role: 'raw', mediaId: item.raw.mediaId },
      ];
  }
}

/** The versions of an edit that can be encoded and saved, the most useful first; none if all are damaged or missing. */
export function savableVersions(
  item: EditItem,
  missing: ReadonlyMap<string, unknown>,
): readonly ('protected' | 'received')[] {
  const { raw, protected: made } = item;
  const isThere = ({ mediaId }: Picture): boolean => !missing.has(mediaId);
  return [
    ...(made !== null && isThere(made.picture) ? (['protected'] as const) : []),
    ...(isThere(raw) && faultOf(raw.state) === undefined ? (['received'] as const) : []),
  ];
}

/**
 * Returns the picture that stands for an edit: the protected one if there is one, or the raw one if that is asked for;
 * where its file is missing the other one, if that is there.
 */
export function shownPicture(item: EditItem, missing: ReadonlyMap<string, unknown>, isRawWanted = false): Picture {
  const made = item.protected?.picture ?? item.raw;
  const [wanted, other] = isRawWanted ? [item.raw, made] : [made, item.raw];
  return missing.has(wanted.mediaId) && !missing.has(other.mediaId) ? other : wanted;
}
