// Keeps the facts of items beside their bodies. Triggers of the database list every item whose body was written as due,
// so that facts cannot stay behind, whoever writes.

import type { DatabaseSync } from 'node:sqlite';
import { type LibraryItem, libraryItemSchema } from '../../../shared/contract/library.ts';
import { storageErrorCode } from '../../files.ts';
import { inTransaction } from '../schema.ts';
import { createBodyReader, type ReportUnreadable } from '../stored-bodies.ts';
import { FACTS_VERSION, factsOf, type ItemFacts, type NamedValue, NUMBERED_FACETS } from './item-facts.ts';

/** Items whose facts are made at once: about 50 ms, so that other work of the same thread goes on in between. */
const STEP_ITEMS = 300;

/** Errors of a disk that can still be read. */
const NOT_WRITABLE = ['SQLITE_READONLY', 'SQLITE_FULL', 'SQLITE_IOERR'];

const COLUMNS = [
  'seq',
  'kind',
  'is_trashed',
  'created_at_ms',
  'duration_ms',
  'size_bytes',
  'marks',
  'is_starred',
  'rating',
  'is_protected',
  ...NUMBERED_FACETS,
  'name_key',
  'id',
] as const;

/** Returns how to write the facts of an item whose row exists; it opens no transaction. @param order its `seq` */
export function createFactsWriter(db: DatabaseSync): (item: LibraryItem, order: number) => void {
  const insert = db.prepare(
    `INSERT OR REPLACE INTO item_facts (${COLUMNS.join(', ')})
     SELECT :seq, :kind, trashed_at_ms IS NOT NULL, :createdAtMs, :durationMs, :sizeBytes, :marks, :isStarred, :rating,
       :isProtected, ${NUMBERED_FACETS.map((name) => `:${name}`).join(', ')}, :nameKey, :id
     FROM items WHERE seq = :seq`,
  );
  const settle = db.prepare('DELETE FROM facts_due WHERE seq = ?');
  const deleteTags = db.prepare('DELETE FROM item_tags WHERE seq = ?');
  const insertTag = db.prepare('INSERT OR IGNORE INTO item_tags (seq, tag) VALUES (?, ?)');
  const selectValue = db.prepare('SELECT id, label FROM facet_values WHERE facet = ? AND value = ?');
  const insertValue = db.prepare('INSERT INTO facet_values (facet, value, label) VALUES (?, ?, ?)');
  const updateLabel = db.prepare('UPDATE facet_values SET label = ? WHERE id = ?');

  // All facts of a library that begins with this item are of this version.
  const markBeginning = db.prepare(
    `INSERT INTO facts_version SELECT ${FACTS_VERSION} WHERE NOT EXISTS (SELECT 1 FROM facts_version)
     AND NOT EXISTS (SELECT 1 FROM items LIMIT 1 OFFSET 1)`,
  );
  let isBegun = false;

  const numberOf = (facet: string, named: NamedValue | null): number | bigint | null => {
    if (named === null) return null;
    const row = selectValue.get(facet, named.value);
    if (!row) return insertValue.run(facet, named.value, named.label).lastInsertRowid;
    if (row.label !== named.label) updateLabel.run(named.label, Number(row.id));
    return Number(row.id);
  };
  const numbersOf = (values: ItemFacts['values']) =>
    Object.fromEntries(NUMBERED_FACETS.map((name) => [name, numberOf(name, values[name])]));

  return (item, order) => {
    const { values, tags, ...facts } = factsOf(item);
    insert.run({ seq: order, id: item.id, ...facts, ...numbersOf(values) });
    deleteTags.run(order);
    for (const tag of tags) insertTag.run(order, numberOf('tag', tag));
    settle.run(order);
    if (!isBegun) markBeginning.run();
    isBegun = true;
  };
}

/**
 * Returns how to make the facts that are due, some at a time: those of a library of an earlier version, and of rows
 * written past the writer. Its result says whether all are made. Rows that cannot be read have none.
 */
export function createFactsKeeper(db: DatabaseSync, onUnreadable: ReportUnreadable): () => boolean {
  const readItem = createBodyReader(libraryItemSchema, onUnreadable);
  const write = createFactsWriter(db);
  const selectDue = db.prepare(
    `SELECT facts_due.seq, body FROM facts_due LEFT JOIN items USING (seq) WHERE NOT is_unreadable LIMIT ${STEP_ITEMS}`,
  );
  const markUnreadable = db.prepare('UPDATE facts_due SET is_unreadable = 1 WHERE seq = ?');
  const deleteFacts = db.prepare('DELETE FROM item_facts WHERE seq = ?');
  let isBegun = false;

  function begin(): void {
    if (isBegun) return;
    const version = db.prepare('SELECT version FROM facts_version').get()?.version;
    if (version !== FACTS_VERSION)
      inTransaction(db, () => {
        db.exec(`INSERT OR IGNORE INTO facts_due (seq) SELECT seq FROM items;
                 DELETE FROM facts_version; INSERT INTO facts_version VALUES (${FACTS_VERSION});`);
      });
    // What an earlier version of the app could not read, this one may.
    db.exec('UPDATE facts_due SET is_unreadable = 0 WHERE is_unreadable');
    isBegun = true;
  }

  function makeSome(): boolean {
    const due = selectDue.all();
    if (due.length === 0) return true;
    inTransaction(db, () => {
      for (const row of due) {
        const seq = Number(row.seq);
        const item = row.body === null ? undefined : readItem(row);
        if (item) write(item, seq);
        else {
          deleteFacts.run(seq);
          markUnreadable.run(seq);
        }
      }
    });
    return due.length < STEP_ITEMS;
  }

  return () => {
    try {
      begin();
      return makeSome();
    } catch (error) {
      // Where nothing can be written, items are found by the facts that there are.
      if (NOT_WRITABLE.includes(storageErrorCode(error) ?? '')) return true;
      throw error;
    }
  };
}
