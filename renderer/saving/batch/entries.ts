// The items of a batch: what is known of each while it waits.

import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';
import { readItems } from '../../items/read-items.ts';

/** One item. The item itself is read when its turn comes. */
export type Entry = Pick<LibraryItem, 'id' | 'kind' | 'title' | 'createdAtMs'>;

/** Reads the entries of items that exist, the oldest first. @returns null if it was aborted. */
export async function readEntries(
  ipc: Pick<Ipc, 'request'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Result<readonly Entry[] | null, AppError>> {
  const pick = ({ id, kind, title, createdAtMs }: LibraryItem): Entry => ({ id, kind, title, createdAtMs });
  const read = await readItems(ipc, ids, pick, signal);
  if (signal.aborted) return ok(null);
  return read.ok ? ok(read.data.sort((a, b) => a.createdAtMs - b.createdAtMs)) : read;
}

/** How many there are of each kind. */
export function countKinds(entries: readonly Entry[]): Readonly<Record<LibraryItem['kind'], number>> {
  const counts = { speech: 0, edit: 0, reply: 0 };
  for (const { kind } of entries) counts[kind] += 1;
  return counts;
}
