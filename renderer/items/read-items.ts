// Reads many items by their ids.

import type { LibraryItem } from '../../shared/contract/library.ts';
import type { AppError } from '../../shared/errors.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Ipc } from '../ipc.ts';

/** Items of one request. */
const ITEMS_AT_ONCE = 200;

/**
 * Returns what is picked of each item with these ids that exists, in this order, or the first failure.
 * @param signal ends it early, with what has been read
 */
export async function readItems<T>(
  ipc: Pick<Ipc, 'request'>,
  ids: readonly string[],
  pick: (item: LibraryItem) => T,
  signal?: AbortSignal,
): Promise<Result<T[], AppError>> {
  const picked: T[] = [];
  for (let at = 0; at < ids.length && !signal?.aborted; at += ITEMS_AT_ONCE) {
    const found = await ipc.request('library.getItems', { ids: ids.slice(at, at + ITEMS_AT_ONCE) });
    if (!found.ok) return found;
    for (const item of found.data.items) picked.push(pick(item));
  }
  return ok(picked);
}
