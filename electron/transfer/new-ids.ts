// Ids of an imported library: which of its things are here already, and which need another id because something else
// has theirs.

import { createHash } from 'node:crypto';
import type { LibraryItem } from '../../shared/contract/library.ts';

/** The field of a record that was given another id: the one it had. */
export const FIRST_ID = 'firstId';

/** What an item is, apart from what people and the app have added to it since: two with the same are one. */
export function identityOf(item: LibraryItem): string {
  const mediaId = item.kind === 'edit' ? item.raw.mediaId : item.mediaId;
  return `${item.kind} ${item.createdAtMs} ${mediaId}`;
}

/** What any other record is: all of it, except when it was deleted. */
export function contentOf({
  trashedAtMs: _trashedAtMs,
  removedAtMs: _removedAtMs,
  [FIRST_ID]: _firstId,
  ...fields
}: Record<string, unknown>): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(fields)))
    .digest('hex');
}

/** The id that a thing gets whose own is taken: always the same one, so that it is known when it comes again. */
export function otherId(id: string, identity: string): string {
  const hex = createHash('sha256').update(`${id}\n${identity}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A copy of a record in which ids are replaced, wherever they stand alone in a text. */
export function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIds(one, ids)]));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
