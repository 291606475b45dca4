// Takes over from a damaged database what has no sidecar: usage, queue, drafts, masks, and items whose sidecar is
// missing. Row by row, from both ends of each table, so that one damaged page costs no more than what lies behind it.

import { DatabaseSync } from 'node:sqlite';
import type { CarriedRows } from '../../../shared/contract/recovery.ts';
import { CARRIED_TABLES, type CarriedTable } from '../../../shared/storage/library-maintenance.ts';
import { inTransaction } from '../schema.ts';

type Row = Record<string, unknown>;
type Value = string | number | bigint | null | Uint8Array;

/** The order of each table's rows, which is that of its tree: no index is read. */
const TABLES: Readonly<Record<CarriedTable, string>> = {
  usage: 'day, connection_id',
  script_usage: 'script_id, connection_id',
  billed: 'day, connection_id',
  jobs: 'seq',
  queues: 'connection_id',
  exchanges: 'rowid',
  drafts: 'rowid',
  put_aside: 'rowid',
  mask_tiles: 'rowid',
  script_histories: 'rowid',
};

/** A database that is only read, whatever state it is in. */
export type OldDatabase = {
  /**
   * Passes the readable rows of a table to `take`, until `take` returns false from each end.
   * @returns whether the whole table could be read.
   */
  eachRow: (table: string, orderedBy: string, take: (row: Row) => boolean) => boolean;
  close: () => void;
};

/** Opens a database for reading; undefined if SQLite cannot read it at all. */
export function openOld(file: string): OldDatabase | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return overDatabase(db);
  } catch {
    db?.close();
    return undefined;
  }
}

/** Copies the rows of all tables that are not built from sidecars. Call it outside of a transaction. */
export function carryOver(db: DatabaseSync, old: OldDatabase | undefined): CarriedRows {
  const carried: CarriedRows = {};
  for (const table of CARRIED_TABLES) carried[table] = copyTable(db, old, table);
  return carried;
}

function copyTable(db: DatabaseSync, old: OldDatabase | undefined, table: CarriedTable) {
  if (!old) return { count: 0, isWhole: false };
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
  const marks = columns.map(() => '?').join(', ');
  const insert = db.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${marks})`);
  let count = 0;
  let isEachTaken = true;
  const isRead = inTransaction(db, () =>
    old.eachRow(table, TABLES[table], (row) => {
      try {
        const values = columns.map((name) => row[name]);
        if (!values.every(isValue)) throw new Error('Not a value of SQLite');
        // Read from the other end, until the first row that is known.
        if (insert.run(...values).changes === 0) return false;
        count += 1;
      } catch {
        isEachTaken = false;
      }
      return true;
    }),
  );
  return { count, isWhole: isRead && isEachTaken };
}

function overDatabase(db: DatabaseSync): OldDatabase {
  /** Of stored columns only: one that is computed, or a virtual table, could be without end. */
  const isTable = (table: string): boolean => {
    const isStored = db.prepare(
      "SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = ? AND type = 'table'",
    );
    const computed = db.prepare('SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden <> 0');
    return isStored.get(table) !== undefined && computed.get(table) === undefined;
  };
  const readFrom = (table: string, order: string, take: (row: Row) => boolean): boolean => {
    try {
      for (const row of db.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).iterate()) if (!take(row)) break;
      return true;
    } catch {
      return false;
    }
  };
  return {
    eachRow(table, orderedBy, take) {
      try {
        if (!isTable(table)) return false;
      } catch {
        return false;
      }
      if (readFrom(table, orderedBy, take)) return true;
      const backwards = orderedBy.split(', ').map((column) => `${column} DESC`);
      readFrom(table, backwards.join(', '), take);
      return false;
    },
    close: () => db.close(),
  };
}

function isValue(value: unknown): value is Value {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Uint8Array
  );
}
