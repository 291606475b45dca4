// Which files an item consists of.

import type { EditRequest } from '../../shared/contract/images.ts';
import type { LibraryItem, SpeechItem } from '../../shared/contract/library.ts';

/** The ids of all files that are needed to show or recall an item, or to read a reply again. */
export function mediaIdsOf(item: LibraryItem): string[] {
  switch (item.kind) {
    case 'speech':
      return takeMediaOf(item);
    case 'reply':
      return [...new Set([item.mediaId, ...(item.asked?.kind === 'edit' ? sentMediaOf(item.asked.request) : [])])];
    case 'edit': {
      const renditions = [item.raw, ...(item.protected ? [item.protected.picture] : [])];
      const ids = [...renditions.map(({ mediaId }) => mediaId), ...sentMediaOf(item.request)];
      const paintedBackId = item.protected?.paintedBackMediaId ?? null;
      return [...new Set(paintedBackId === null ? ids : [...ids, paintedBackId])];
    }
  }
}

function takeMediaOf({ mediaId, parts }: SpeechItem): string[] {
  return [...new Set([mediaId, ...(parts?.kept ?? []).map((part) => part.mediaId)])];
}

/** The sources and masks of a request. */
function sentMediaOf({ pictures, mask }: EditRequest): string[] {
  const ids = pictures.flatMap((picture) =>
    picture.kind === 'media' ? [picture.mediaId, picture.wireMediaId, picture.cutFrom?.mediaId] : [picture.mediaId],
  );
  const ofMask = mask ? [mask.coverageMediaId, mask.wireMediaId, mask.annotatedMediaId] : [];
  return [...ids, ...ofMask].filter((id) => id !== null && id !== undefined);
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
      return { kind: 'takes', ids: takeMediaOf(item) };
    case 'reply':
      return { kind: 'results', ids: [item.mediaId] };
    case 'edit': {
      const renditions = [item.raw, ...(item.protected ? [item.protected.picture] : [])];
      return { kind: 'results', ids: renditions.map(({ mediaId }) => mediaId) };
    }
  }
}
