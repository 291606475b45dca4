// What a file that leaves the app was made of, and what follows for its mark.

import { PRACTICE_CONNECTION_ID } from '../../shared/connection/connections.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import type { MarkKind, RecordContent } from '../../shared/library/provenance.ts';
import type { CopyKind } from '../library/save-copy.ts';

/** An item, and whether its protected picture is used. */
export type Source = { item: LibraryItem; isProtected: boolean };
/** The items of a file. */
export type FileOrigin = { content: RecordContent; sources: readonly Source[] };

/** The origin of a copy of one item. */
export function originOfCopy(item: LibraryItem, as: CopyKind): FileOrigin {
  const content = as === 'wav' ? 'samples' : as;
  return { content, sources: [{ item, isProtected: as === 'protected' }] };
}

/** The connection of an item; undefined if it is not known. */
export function connectionIdOf(item: LibraryItem): string | undefined {
  return item.kind === 'reply' ? item.asked?.request.connectionId : item.request.connectionId;
}

/** How a file is to be marked; `demo` if all of it was made without AI. */
export function markKindOf({ sources }: FileOrigin): MarkKind | 'demo' {
  if (sources.length > 0 && sources.every(({ item }) => connectionIdOf(item) === PRACTICE_CONNECTION_ID)) return 'demo';
  const isEdited = ({ item, isProtected }: Source): boolean =>
    isProtected && item.kind === 'edit' && item.request.mask !== null;
  return sources.length > 0 && sources.every(isEdited) ? 'edited' : 'generated';
}
