// Which files an item consists of.

import type { LibraryItem } from '../../shared/contract/library.ts';

/** The ids of all files that are needed to show or recall an item. */
export function mediaIdsOf(item: LibraryItem): string[] {
  if (item.kind !== 'edit') return [item.mediaId];
  const { pictures, mask } = item.request;
  const ids = pictures
    .flatMap((picture) => [picture.mediaId, picture.kind === 'media' ? picture.wireMediaId : undefined])
    .filter((id) => id !== undefined);
  if (mask) ids.push(...[mask.coverageMediaId, mask.wireMediaId, mask.annotatedMediaId].filter((id) => id !== null));
  if (item.protected) ids.push(item.protected.picture.mediaId);
  return [...new Set([item.raw.mediaId, ...ids])];
}

const MENTION = /"([0-9a-f]{64})"/g;

/** Every media id in a stored text, of whatever version it is. */
export function mediaMentionedIn(text: string): string[] {
  return [...text.matchAll(MENTION)].map(([, id = '']) => id);
}

/** The files that were made for an item, and what they are. All its other files are sources and masks. */
export function madeMediaOf(item: LibraryItem): { kind: 'takes' | 'results'; ids: string[] } {
  switch (item.kind) {
    case 'speech':
      return { kind: 'takes', ids: [item.mediaId] };
    case 'reply':
      return { kind: 'results', ids: [item.mediaId] };
    case 'edit': {
      const renditions = [item.raw, ...(item.protected ? [item.protected.picture] : [])];
      return { kind: 'results', ids: renditions.map(({ mediaId }) => mediaId) };
    }
  }
}
