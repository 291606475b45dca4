// What is kept and shown of work put aside.

import type { PutAside, PutAsideEntry } from '../contract/put-aside.ts';

/** So many are kept for each screen; the oldest is removed first. */
export const MAX_PUT_ASIDE = 50;
/** Characters of a text that a list shows. */
const EXCERPT_CHARACTERS = 200;

/** Returns what a list shows of work put aside. */
export function entryOf({ id, atMs, work }: PutAside): PutAsideEntry {
  const { pictures, instruction } = work.body;
  const [first] = pictures;
  return {
    id,
    screen: work.screen,
    atMs,
    excerpt: instruction.trim().slice(0, EXCERPT_CHARACTERS),
    picture: first
      ? { mediaId: first.mediaId, widthPx: first.widthPx, heightPx: first.heightPx, name: first.name }
      : null,
    pictureCount: pictures.length,
  };
}
