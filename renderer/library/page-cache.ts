// The items of the library that have been read, by their index among all that match: a few pages of many. Plain data.

import type { LibraryItem } from '../../shared/contract/library.ts';

/** Items of a page. A screen shows one or two pages. */
export const PAGE_ITEMS = 60;
/** Pages that are kept: 1800 items, some megabytes. */
const MAX_PAGES = 30;

/** Pages of items; those looked at least recently go first. */
export type PageCache = {
  at: (index: number) => LibraryItem | undefined;
  /** The index of an item that has been read; -1 if it has not. */
  indexOf: (id: string) => number;
  /** All items that are kept, in no order. */
  items: () => LibraryItem[];
  has: (page: number) => boolean;
  put: (page: number, items: readonly LibraryItem[]) => void;
  /** Keeps a page longer than those that nobody looks at. */
  touch: (page: number) => void;
  clear: () => void;
};

/** Creates an empty cache. */
export function createPageCache(maxPages = MAX_PAGES): PageCache {
  /** The page looked at last is the last of the map. */
  const pages = new Map<number, readonly LibraryItem[]>();
  const indexes = new Map<string, number>();
  const drop = (page: number): void => {
    // It may have been read again at another place.
    for (const [at, { id }] of (pages.get(page) ?? []).entries())
      if (indexes.get(id) === page * PAGE_ITEMS + at) indexes.delete(id);
    pages.delete(page);
  };
  return {
    at: (index) => pages.get(Math.floor(index / PAGE_ITEMS))?.[index % PAGE_ITEMS],
    indexOf: (id) => indexes.get(id) ?? -1,
    items: () => [...pages.values()].flat(),
    has: (page) => pages.has(page),
    put: (page, items) => {
      drop(page);
      pages.set(page, items);
      for (const [at, { id }] of items.entries()) indexes.set(id, page * PAGE_ITEMS + at);
      const [oldest] = pages.keys();
      if (pages.size > maxPages && oldest !== undefined) drop(oldest);
    },
    touch: (page) => {
      const items = pages.get(page);
      if (items === undefined) return;
      pages.delete(page);
      pages.set(page, items);
    },
    clear: () => {
      pages.clear();
      indexes.clear();
    },
  };
}

/** The pages that have the items from `first` to `last`. */
export function pagesOf(first: number, last: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(first / PAGE_ITEMS); page * PAGE_ITEMS <= last; page++) pages.push(page);
  return pages;
}
