// Reads pages of the library for a view: those of the range that is shown now, never more than two at a time, so that
// what was scrolled past is not read. Independent of stores.

import type { LibraryFilter, LibrarySort } from '../../shared/contract/finding.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import type { Ipc } from '../ipc.ts';
import { PAGE_ITEMS, type PageCache, pagesOf } from './page-cache.ts';

/** Requests under way at the same time. */
const AT_ONCE = 2;

/** Which items, in which order. */
type Query = { filter: LibraryFilter; sort: LibrarySort };

type Page = { items: readonly LibraryItem[]; total: number };

/** Reads what is shown. */
export type LibraryReader = {
  /** Reads one page, whether or not it is known. */
  read: (query: Query, page: number) => Promise<Result<Page, AppError>>;
  /**
   * The items that are shown, and how many more are read ahead; earlier wishes that have not begun are dropped.
   * @param total how many there are
   */
  want: (first: number, last: number, ahead: number, total: number) => void;
  /** Forgets what is under way: it answers another query, or is of another moment. */
  restart: () => void;
};

type ReaderDeps = {
  ipc: Ipc;
  cache: PageCache;
  query: () => Query;
  /** A page has come into the cache. */
  onPage: (page: number, total: number) => void;
  onFailed: (problem: AppError) => void;
};

/** Creates a reader over a cache. */
export function createLibraryReader({ ipc, cache, query, onPage, onFailed }: ReaderDeps): LibraryReader {
  let wanted: readonly number[] = [];
  let under = new Set<number>();

  const read: LibraryReader['read'] = ({ filter, sort }, page) =>
    ipc.request('library.find', { filter, sort, offset: page * PAGE_ITEMS, limit: PAGE_ITEMS });

  const goOn = (): void => {
    const next = wanted.find((page) => !cache.has(page) && !under.has(page));
    if (next === undefined || under.size >= AT_ONCE) return;
    const own = under;
    own.add(next);
    void read(query(), next).then((result) => {
      if (own !== under) return;
      own.delete(next);
      if (!result.ok) {
        // Not again before the person scrolls or repeats.
        wanted = [];
        onFailed(result.error);
        return;
      }
      cache.put(next, result.data.items);
      onPage(next, result.data.total);
      goOn();
    });
    goOn();
  };

  return {
    read,
    want: (first, last, ahead, total) => {
      const around = pagesOf(Math.max(0, first - ahead), Math.min(last + ahead, total - 1));
      wanted = [...new Set([...pagesOf(first, last), ...around])];
      for (const page of wanted) cache.touch(page);
      goOn();
    },
    restart: () => {
      under = new Set();
      wanted = [];
    },
  };
}
