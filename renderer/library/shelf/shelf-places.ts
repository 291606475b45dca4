// The places of the shelf: what each shows of the library, and which of them is shown now.

import type { CollectionEntry } from '../../../shared/contract/collections.ts';
import type { LibraryFilter, LibrarySort } from '../../../shared/contract/finding.ts';
import type { TagCount } from '../../../shared/contract/kept.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { tagKey } from '../../../shared/library/kept.ts';
import { byTitle } from '../../items/keeping/by-title.ts';

/** A place of the shelf. */
export type ShelfPlace =
  | { kind: 'all' | 'starred' | 'deleted' }
  | { kind: 'collection'; entry: CollectionEntry }
  | { kind: 'tag'; tag: string; count: number };

/** Most tags that are listed; others are found by the filters. */
const MAX_TAGS = 40;

/** The places in their order: collections by title, tags by how many items they have. */
export function placesOf(
  collections: readonly CollectionEntry[],
  tags: readonly TagCount[],
  locale: string,
): ShelfPlace[] {
  return [
    { kind: 'all' },
    { kind: 'starred' },
    ...byTitle(collections, locale).map((entry): ShelfPlace => ({ kind: 'collection', entry })),
    ...tags.slice(0, MAX_TAGS).map((tag): ShelfPlace => ({ kind: 'tag', ...tag })),
    { kind: 'deleted' },
  ];
}

/** What identifies a place. */
export function keyOf(place: ShelfPlace): string {
  if (place.kind === 'collection') return `collection ${place.entry.id}`;
  return place.kind === 'tag' ? `tag ${tagKey(place.tag)}` : place.kind;
}

/** The filter that shows a place, and the order that belongs to it. @param none the filter that leaves nothing out */
export function filterOf(place: ShelfPlace, none: LibraryFilter): { filter: LibraryFilter; sort?: LibrarySort } {
  const withValues = (values: Partial<LibraryFilter['values']>) => ({
    filter: { ...none, values: { ...none.values, ...values } },
  });
  switch (place.kind) {
    case 'all':
      return { filter: none };
    case 'starred':
      return { filter: { ...none, isStarred: true } };
    case 'deleted':
      return { filter: { ...none, isTrashed: true } };
    case 'tag':
      return withValues({ tag: [tagKey(place.tag)] });
    case 'collection':
      return place.entry.kind === 'smart'
        ? { filter: place.entry.filter, sort: place.entry.sort }
        : withValues({ collection: [place.entry.id] });
  }
}

/** Whether a filter shows exactly a place. */
export function isShownBy(place: ShelfPlace, filter: LibraryFilter, none: LibraryFilter): boolean {
  return JSON.stringify(sorted(filterOf(place, none).filter)) === JSON.stringify(sorted(filter));
}

/** The same filter with its fields in one order: a stored one may have another. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, field]) => [name, sorted(field)]);
}

/** The title of a collection, or that it cannot be read. */
export function titleOf({ title, problem }: { title: string; problem: string | null }, t: Translate): string {
  return problem === null ? title : t('collection.unreadable');
}
