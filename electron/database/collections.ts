// The rows of collections: what the list shows, and which items are in them. The collections themselves are files.

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type CollectionEntry, collectionEntrySchema } from '../../shared/contract/collections.ts';
import { inTransaction } from './schema.ts';
import { createBodyReader, type ReportUnreadable, readAll } from './stored-bodies.ts';

/** A collection as the list shows it, if it was not removed. */
const rowSchema = z.strictObject({ entry: collectionEntrySchema, isRemoved: z.boolean() });

export type CollectionRow = z.infer<typeof rowSchema>;

/** Operations on the rows of collections. All throw SQLite's error. */
export type CollectionRows = {
  /** Adds or replaces the row of a collection. @param itemIds its items; none of a smart one. */
  put: (row: CollectionRow, writtenAtMs: number, itemIds: readonly string[]) => void;
  remove: (id: string) => void;
  /** Which version of each file a row describes: when it was written, in milliseconds since 1970. */
  listed: () => { id: string; writtenAtMs: number }[];
  /** The collections that were not removed, with the present counts. */
  list: () => CollectionEntry[];
  /** The ids of the collections with an item, among those that a person filled. */
  having: (itemId: string) => string[];
};

/** Prepares the statements. @param onUnreadable called for each row that cannot be read. */
export function createCollectionRows(db: DatabaseSync, onUnreadable: ReportUnreadable): CollectionRows {
  const readRow = createBodyReader(rowSchema, onUnreadable);
  const upsert = db.prepare(
    `INSERT INTO collections (id, written_at_ms, body) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET written_at_ms = excluded.written_at_ms, body = excluded.body`,
  );
  const selectListed = db.prepare('SELECT id, written_at_ms FROM collections');
  const selectAll = db.prepare('SELECT body FROM collections');
  const deleteRow = db.prepare('DELETE FROM collections WHERE id = ?');
  const deleteItems = db.prepare(
    'DELETE FROM collection_items WHERE collection_id = :id AND item_id NOT IN (SELECT value FROM json_each(:items))',
  );
  const insertItems = db.prepare(
    `INSERT INTO collection_items (collection_id, item_id, position) SELECT :id, value, key FROM json_each(:items) WHERE true
     ON CONFLICT DO UPDATE SET position = excluded.position WHERE position <> excluded.position`,
  );
  const selectCounts = db.prepare(
    `SELECT collection_id AS id, count(*) AS count FROM collection_items JOIN items ON items.id = item_id
     WHERE trashed_at_ms IS NULL GROUP BY collection_id`,
  );
  const selectHaving = db.prepare('SELECT collection_id AS id FROM collection_items WHERE item_id = ?');
  const setItems = (id: string, itemIds: readonly string[]): void => {
    const items = JSON.stringify(itemIds);
    deleteItems.run({ id, items });
    insertItems.run({ id, items });
  };
  return {
    put: (row, writtenAtMs, itemIds) =>
      inTransaction(db, () => {
        upsert.run(row.entry.id, writtenAtMs, JSON.stringify(row));
        // The items of a removed collection are in its file only.
        setItems(row.entry.id, row.isRemoved ? [] : itemIds);
      }),
    remove: (id) =>
      inTransaction(db, () => {
        deleteRow.run(id);
        setItems(id, []);
      }),
    listed: () => selectListed.all().map((row) => ({ id: String(row.id), writtenAtMs: Number(row.written_at_ms) })),
    list() {
      const counts = new Map(selectCounts.all().map(({ id, count }) => [String(id), Number(count)]));
      return readAll(selectAll.all(), readRow).flatMap(({ entry, isRemoved }) => {
        if (isRemoved) return [];
        return entry.kind === 'manual' ? { ...entry, count: counts.get(entry.id) ?? 0 } : entry;
      });
    },
    having: (itemId) => selectHaving.all(itemId).map(({ id }) => String(id)),
  };
}
