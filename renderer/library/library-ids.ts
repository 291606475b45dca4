// Reads ids, places and items of what the library finds, without keeping any.

import type { LibraryFilter, LibrarySort } from '../../shared/contract/finding.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Ipc } from '../ipc.ts';
import { readItems } from '../items/read-items.ts';

/** Ids of one request. */
const IDS_AT_ONCE = 200_000;

type LibraryIds = {
  /** The index of an item; null if it does not match, undefined if that could not be read. */
  positionOf: (id: string) => Promise<number | null | undefined>;
  /** Ids of all that match, from an offset; undefined if that failed, which is reported. */
  from: (offset: number, limit: number) => Promise<readonly string[] | undefined>;
  /** The ids of all that match; undefined if that failed, which is reported. */
  all: () => Promise<readonly string[] | undefined>;
  /** The items with these ids; none if that failed, which is reported. */
  itemsOf: (ids: readonly string[]) => Promise<readonly LibraryItem[]>;
};

/** Creates the reader. @param query what is searched for, and in which order */
export function createLibraryIds(
  ipc: Ipc,
  query: () => { filter: LibraryFilter; sort: LibrarySort },
  onFailed: (problem: AppError) => void,
): LibraryIds {
  const from: LibraryIds['from'] = async (offset, limit) => {
    const found = await ipc.request('library.matchingIds', { ...query(), offset, limit });
    if (found.ok) return found.data.ids;
    onFailed(found.error);
    return undefined;
  };
  return {
    from,
    async positionOf(id) {
      const found = await ipc.request('library.positionOf', { ...query(), id });
      return found.ok ? found.data.offset : undefined;
    },
    async all() {
      const ids: string[] = [];
      for (;;) {
        const more = await from(ids.length, IDS_AT_ONCE);
        if (more === undefined) return undefined;
        for (const id of more) ids.push(id);
        if (more.length < IDS_AT_ONCE) return ids;
      }
    },
    async itemsOf(ids) {
      const items = await readItems(ipc, ids, (item) => item);
      if (items.ok) return items.data;
      onFailed(items.error);
      return [];
    },
  };
}
