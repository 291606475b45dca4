// Drafts for the tests of all programs.

import type { ImagesDraft } from '../contract/drafts.ts';

/** A picture of a draft. */
export function draftPicture(key: string, mediaId = '1'.repeat(64)): ImagesDraft['pictures'][number] {
  return {
    key,
    mediaId,
    name: `${key}.png`,
    widthPx: 800,
    heightPx: 600,
    sizeBytes: 5,
    address: null,
    isSentAsAddress: false,
    fitted: null,
    cutFrom: null,
    conversions: [],
  };
}

/** A draft with everything a person may have chosen. */
export function imagesDraft(change: Partial<ImagesDraft> = {}): ImagesDraft {
  return {
    pictures: [],
    chain: [],
    instruction: 'Erase the cup',
    guide: { change: '', keep: 'the table', style: '' },
    choices: { size: { kind: 'match' }, watermark: false },
    ...change,
  };
}
