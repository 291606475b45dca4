// Collections: files in the library, listed by rows that follow them.

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Collection, CollectionEntry, NewCollection, Refilter } from '../../shared/contract/collections.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { Database } from '../database/client.ts';
import type { CollectionRow } from '../database/collections.ts';
import { ignoringDiskErrors, whileWriting } from '../files.ts';
import { createTurns } from '../library/in-turn.ts';
import type { JsonFileProblem } from '../library/json-file.ts';
import { listJsonFolder } from '../library/json-folder.ts';
import { createFolderCheck } from '../library/library-folder.ts';
import {
  COLLECTIONS_FOLDER,
  discardCollection,
  readCollection,
  type StoredCollection,
  writeCollection,
} from './collection-file.ts';

/** How long a removed collection can be restored. */
const REMOVED_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

type Changed<T = null> = Promise<Result<T, AppError>>;

/** Operations on all collections. Those that change one return the disk's error; the file is whole then, as it was. */
export type Collections = {
  /** Makes the rows follow the files, as `list` does; as far as the disk can be read. */
  follow: () => Promise<void>;
  /** Lists the collections; files that came, changed or went by other ways are seen. */
  list: () => Promise<CollectionEntry[]>;
  /** The ids of those with an item, among those that a person filled. */
  having: (itemId: string) => Promise<string[]>;
  create: (collection: NewCollection) => Changed<{ id: string }>;
  rename: (id: string, title: string) => Changed;
  /** Removes a collection, or restores it within 30 days; its items stay in the library. */
  setRemoved: (id: string, isRemoved: boolean) => Changed;
  /** Puts items into a collection. @returns those that were not in it. */
  addItems: (id: string, itemIds: readonly string[]) => Changed<{ changedIds: string[] }>;
  /** Takes items out of a collection. @returns those that were in it. */
  removeItems: (id: string, itemIds: readonly string[]) => Changed<{ changedIds: string[] }>;
  /** Replaces the search of a smart collection. */
  setFilter: (input: Refilter) => Changed;
};

/**
 * Opens the collections over their rows. @param root the library's folder. @param onChanged called after a change.
 */
export function openCollections(rows: Database['collections'], root: string, onChanged: () => void): Collections {
  const requireFolder = createFolderCheck(root);
  const inTurn = createTurns();

  const find = (id: string): Result<StoredCollection, AppError> => {
    const read = readCollection(root, id);
    if (read.ok) return read;
    if (read.error === 'missing') return fail(appError('collection.not_found'));
    const file = path.join(root, COLLECTIONS_FOLDER, `${id}.json`);
    return fail(appError('collection.unreadable', { problem: read.error, path: file }));
  };
  const write = async (stored: StoredCollection): Promise<void> => {
    await requireFolder();
    const writtenAtMs = await writeCollection(root, stored);
    await rows.put(rowOf(stored), writtenAtMs, itemIdsOf(stored.collection));
  };
  /** Changes a collection in its turn. @param next returns its next version, or the same to leave it. */
  const change = <T>(
    id: string,
    next: (stored: StoredCollection) => Result<[StoredCollection, T], AppError>,
  ): Changed<T> =>
    inTurn(id, async () => {
      const found = find(id);
      if (!found.ok) return found;
      const changed = next(found.data);
      if (!changed.ok) return changed;
      const [stored, value] = changed.data;
      if (stored === found.data) return ok(value);
      const written = await whileWriting(() => write(stored));
      if (!written.ok) return written;
      onChanged();
      return ok(value);
    });
  const changeCollection = (id: string, next: (collection: Collection) => Collection | undefined): Changed =>
    change(id, (stored) => {
      const collection = next(stored.collection);
      return collection ? ok([{ ...stored, collection }, null]) : fail(appError('collection.not_found'));
    });
  const changeItems = (
    id: string,
    itemIds: readonly string[],
    next: (present: readonly string[], asked: readonly string[]) => { itemIds: string[]; changedIds: string[] },
  ): Changed<{ changedIds: string[] }> =>
    change(id, (stored) => {
      const { collection } = stored;
      if (collection.kind !== 'manual') return fail(appError('collection.not_found'));
      const { changedIds, ...items } = next(collection.itemIds, [...new Set(itemIds)]);
      if (changedIds.length === 0) return ok([stored, { changedIds }]);
      return ok([{ ...stored, collection: { ...collection, ...items } }, { changedIds }]);
    });

  const followFiles = async (): Promise<void> => {
    await requireFolder();
    const files = await listJsonFolder(root, COLLECTIONS_FOLDER);
    const listed = new Map((await rows.listed()).map(({ id, writtenAtMs }) => [id, writtenAtMs]));
    for (const id of listed.keys()) if (!files.has(id)) await inTurn(id, () => rows.remove(id));
    for (const [id, writtenAtMs] of files) {
      if (listed.get(id) === writtenAtMs) continue;
      await inTurn(id, async () => {
        const read = readCollection(root, id);
        if (!read.ok && read.error === 'missing') return;
        if (read.ok && isOver(read.data)) return discardCollection(root, id).catch(() => undefined);
        await rows.put(
          read.ok ? rowOf(read.data) : unreadableRow(id, read.error),
          writtenAtMs,
          read.ok ? itemIdsOf(read.data.collection) : [],
        );
      });
    }
  };

  // The rows are then as they were left before.
  const follow = (): Promise<void> => ignoringDiskErrors(followFiles);

  return {
    follow,
    async list() {
      await follow();
      return rows.list();
    },
    having: rows.having,
    async create(collection) {
      const id = randomUUID();
      const written = await whileWriting(() =>
        write({ collection: { id, ...collection }, removedAtMs: null, others: {} }),
      );
      if (!written.ok) return written;
      onChanged();
      return ok({ id });
    },
    rename: (id, title) => changeCollection(id, (collection) => ({ ...collection, title })),
    setRemoved: (id, isRemoved) =>
      change(id, (stored) => ok([{ ...stored, removedAtMs: isRemoved ? Date.now() : null }, null])),
    addItems: (id, itemIds) =>
      changeItems(id, itemIds, (present, asked) => {
        const known = new Set(present);
        const changedIds = asked.filter((one) => !known.has(one));
        return { itemIds: [...present, ...changedIds], changedIds };
      }),
    removeItems: (id, itemIds) =>
      changeItems(id, itemIds, (present, asked) => {
        const known = new Set(present);
        const removed = new Set(asked);
        return {
          itemIds: present.filter((one) => !removed.has(one)),
          changedIds: asked.filter((one) => known.has(one)),
        };
      }),
    setFilter: ({ id, filter, sort }) =>
      changeCollection(id, (collection) => (collection.kind === 'smart' ? { ...collection, filter, sort } : undefined)),
  };
}

function rowOf({ collection, removedAtMs }: StoredCollection): CollectionRow {
  const { id, title } = collection;
  const fields = { id, title, problem: null };
  const entry: CollectionEntry =
    collection.kind === 'manual'
      ? { ...fields, kind: 'manual', count: 0 }
      : { ...fields, kind: 'smart', filter: collection.filter, sort: collection.sort };
  return { entry, isRemoved: removedAtMs !== null };
}

function unreadableRow(id: string, problem: JsonFileProblem): CollectionRow {
  const entry: CollectionEntry = {
    id,
    title: '',
    kind: 'manual',
    count: 0,
    problem: problem === 'newer' ? 'newer' : 'damaged',
  };
  return { entry, isRemoved: false };
}

function itemIdsOf(collection: Collection): readonly string[] {
  return collection.kind === 'manual' ? collection.itemIds : [];
}

/** Whether a collection was removed so long ago that it cannot be restored. */
function isOver({ removedAtMs }: StoredCollection): boolean {
  return removedAtMs !== null && removedAtMs < Date.now() - REMOVED_KEPT_MS;
}
