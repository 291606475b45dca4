// What a person keeps with an item: a star, a rating, tags and a note.

/** Most tags of one item, and characters of one tag. */
export const MAX_TAGS = 50;
export const MAX_TAG = 60;
/** Longest note, in characters. */
export const MAX_NOTE = 10_000;
/** The best rating; 0 is none. */
export const MAX_RATING = 5;

/** The facts that a person keeps with an item. */
export type Kept = { isStarred: boolean; rating: number; tags: string[]; note: string };

/** Those facts and the title: what one change of many items can be about. */
export type KeptFacts = Kept & { title: string };

/** A change of them; what is absent stays. `tags` replaces all, then tags are added and removed. */
export type KeptChange = {
  title?: string;
  isStarred?: boolean;
  rating?: number;
  tags?: string[];
  addTags?: string[];
  removeTags?: string[];
  note?: string;
};

/** Of an item with which nothing was kept yet. */
export const NOTHING_KEPT: Readonly<Kept> = { isStarred: false, rating: 0, tags: [], note: '' };

/** A tag as it is stored: one form of each character, no blanks around it or in a row. Empty if nothing is left. */
function tidyTag(tag: string): string {
  const tidy = tag.normalize('NFC').trim().replace(/\s+/gu, ' ');
  return [...tidy].slice(0, MAX_TAG).join('').trim();
}

/** By what two tags are the same: upper and lower case make no difference. */
export function tagKey(tag: string): string {
  return tidyTag(tag).toLowerCase();
}

/** The tags that can be stored, each once, in their order; the first spelling of each counts. */
export function tidyTags(tags: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const tag of tags) {
    const tidy = tidyTag(tag);
    const key = tagKey(tidy);
    if (key !== '' && !found.has(key)) found.set(key, tidy);
  }
  return [...found.values()].slice(0, MAX_TAGS);
}

/** Splits what a person typed into tags, at commas of any script and at line ends. */
export function tagsIn(typed: string): string[] {
  return tidyTags(typed.split(/[,，、;；\n]/u));
}

/** The facts after a change. */
export function changeKept({ title, isStarred, rating, tags, note }: KeptFacts, change: KeptChange): KeptFacts {
  const removed = new Set((change.removeTags ?? []).map(tagKey));
  const all = [...(change.tags ?? tags), ...(change.addTags ?? [])];
  return {
    title: change.title ?? title,
    isStarred: change.isStarred ?? isStarred,
    rating: change.rating ?? rating,
    tags: tidyTags(all.filter((tag) => !removed.has(tagKey(tag)))),
    note: change.note ?? note,
  };
}

/** The change that brings back the facts from before another change: only what that one could alter. */
export function undoOfKept({ title, isStarred, rating, tags, note }: KeptFacts, change: KeptChange): KeptChange {
  const hasTags = change.tags !== undefined || change.addTags !== undefined || change.removeTags !== undefined;
  return {
    ...(change.title === undefined ? {} : { title }),
    ...(change.isStarred === undefined ? {} : { isStarred }),
    ...(change.rating === undefined ? {} : { rating }),
    ...(hasTags ? { tags: [...tags] } : {}),
    ...(change.note === undefined ? {} : { note }),
  };
}

/** Whether two items have the same facts. */
export function isSameKept(a: KeptFacts, b: KeptFacts): boolean {
  return (
    a.title === b.title &&
    a.isStarred === b.isStarred &&
    a.rating === b.rating &&
    a.note === b.note &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index])
  );
}

/** A version of an item that was made anew, with what a person has given the earlier one: its title included. */
export function withKept<Item extends KeptFacts>(before: KeptFacts, made: Item): Item {
  const { isStarred, rating, tags, note } = before;
  return { ...made, title: before.title || made.title, isStarred, rating, tags, note };
}
