// The items of a batch: what is known of each while it waits.

import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';

/** Items of one request. */
const ITEMS_AT_ONCE = 200;

/** One item. The item itself is read when its turn comes. */
export type Entry = Pick<LibraryItem, 'id' | 'kind' | 'title' | 'createdAtMs'>;

/** Reads the entries of items that exist, the oldest first. @returns null if it was aborted. */
export async function readEntries(
  ipc: Pick<Ipc, 'request'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Result<readonly Entry[] | null, AppError>> {
  const entries: Entry[] = [];
  for (let at = 0; at < ids.length; at += ITEMS_AT_ONCE) {
    const found = await ipc.request('library.getItems', { ids: ids.slice(at, at + ITEMS_AT_ONCE) });
    if (signal.aborted) return ok(null);
    if (!found.ok) return found;
    for (const { id, kind, title, createdAtMs } of found.data.items) entries.push({ id, kind, title, createdAtMs });
  }
  return ok(entries.sort((a, b) => a.createdAtMs - b.createdAtMs));
}

/** How many there are of each kind. */
export function countKinds(entries: readonly Entry[]): Readonly<Record<LibraryItem['kind'], number>> {
  const counts = { speech: 0, edit: 0, reply: 0 };
  for (const { kind } of entries) counts[kind] += 1;
  return counts;
}
