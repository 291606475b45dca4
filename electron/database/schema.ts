// The SQLite file of the library: opening, pragmas, schema and migrations.

import { DatabaseSync } from 'node:sqlite';
import { makePrivate, restrict } from '../files.ts';

/** Schema changes, oldest first. Entry N changes `user_version` from N to N + 1; released entries are never edited. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE media (
     id TEXT PRIMARY KEY, extension TEXT NOT NULL, mime TEXT NOT NULL, size_bytes INTEGER NOT NULL, pcm_rate_hz INTEGER
   ) STRICT;
   CREATE TABLE items (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, trashed_at_ms INTEGER, body TEXT NOT NULL
   ) STRICT;
   CREATE TABLE item_media (
     item_id TEXT NOT NULL REFERENCES items(id), media_id TEXT NOT NULL REFERENCES media(id), PRIMARY KEY (item_id, media_id)
   ) STRICT, WITHOUT ROWID;
   CREATE VIRTUAL TABLE items_text USING fts5(text, content='', contentless_delete=1, tokenize='unicode61');
   CREATE TABLE jobs (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL, is_dismissed INTEGER NOT NULL DEFAULT 0,
     body TEXT NOT NULL
   ) STRICT;
   CREATE INDEX jobs_state ON jobs(state);
   CREATE TABLE queues (connection_id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE exchanges (
     job_id TEXT NOT NULL, try INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (job_id, try)
    ) STRICT;
   CREATE TABLE drafts (name TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
   CREATE TABLE mask_tiles (
     picture_key TEXT NOT NULL, tile INTEGER NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (picture_key, tile)
   ) STRICT;
   CREATE INDEX items_fingerprint ON items(json_extract(body, '$.fingerprint')) WHERE kind = 'speech';
   CREATE INDEX items_voice ON items(json_extract(body, '$.request.voice')) WHERE kind = 'speech';
   CREATE TABLE usage (
     day TEXT NOT NULL, connection_id TEXT NOT NULL, connection_name TEXT NOT NULL, requests INTEGER NOT NULL,
     sent_bytes INTEGER NOT NULL, received_bytes INTEGER NOT NULL, pictures INTEGER NOT NULL, PRIMARY KEY (day, connection_id)
   ) STRICT, WITHOUT ROWID;`,
  // Deleting a row of `media` looks for items that use it.
  'CREATE INDEX item_media_media ON item_media(media_id);',
  // What was on a screen before something else took its place. The summary is what lists show.
  `CREATE TABLE put_aside (
     id TEXT PRIMARY KEY, screen TEXT NOT NULL, at_ms INTEGER NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL
   ) STRICT;`,
  // Scripts are files; rows list them. The version of the file that a row describes is known by its time.
  `CREATE TABLE scripts (
     seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, written_at_ms REAL NOT NULL, changed_at_ms INTEGER NOT NULL,
     trashed_at_ms INTEGER, body TEXT NOT NULL
   ) STRICT;
   CREATE VIRTUAL TABLE scripts_text USING fts5(text, content='', contentless_delete=1, tokenize='unicode61');
   CREATE INDEX items_script ON items(json_extract(body, '$.line.scriptId')) WHERE kind = 'speech';
   CREATE TABLE script_histories (script_id TEXT PRIMARY KEY, steps TEXT NOT NULL) STRICT;`,
  // What items are filtered, counted and sorted by: short rows that are made of the bodies. Whatever changes a body makes
  // its facts due (finding/facts-writer.ts); texts that many items have in common are numbered.
  `CREATE TABLE item_facts (
     seq INTEGER PRIMARY KEY, kind INTEGER NOT NULL, is_trashed INTEGER NOT NULL, created_at_ms INTEGER NOT NULL,
     duration_ms INTEGER NOT NULL, size_bytes INTEGER NOT NULL, marks INTEGER NOT NULL, is_starred INTEGER NOT NULL,
     rating INTEGER NOT NULL, is_protected INTEGER, voice INTEGER, language INTEGER, connection INTEGER, model INTEGER,
     format INTEGER, verdict INTEGER, script INTEGER, name_key TEXT NOT NULL, id TEXT NOT NULL
   ) STRICT;
   CREATE INDEX facts_date ON item_facts(is_trashed, created_at_ms);
   CREATE INDEX facts_duration ON item_facts(is_trashed, duration_ms);
   CREATE INDEX facts_name ON item_facts(is_trashed, name_key);
   CREATE INDEX facts_size ON item_facts(is_trashed, size_bytes);
   CREATE INDEX facts_rating ON item_facts(is_trashed, rating);
   CREATE TABLE facet_values (
     id INTEGER PRIMARY KEY, facet TEXT NOT NULL, value TEXT NOT NULL, label TEXT NOT NULL, UNIQUE (facet, value)
   ) STRICT;
   CREATE TABLE item_tags (seq INTEGER NOT NULL, tag INTEGER NOT NULL, PRIMARY KEY (seq, tag)) STRICT, WITHOUT ROWID;
   CREATE INDEX item_tags_tag ON item_tags(tag);
   CREATE TABLE facts_due (seq INTEGER PRIMARY KEY, is_unreadable INTEGER NOT NULL DEFAULT 0) STRICT;
   CREATE TABLE facts_version (version INTEGER NOT NULL) STRICT;
   CREATE TRIGGER item_added AFTER INSERT ON items BEGIN
     INSERT OR REPLACE INTO facts_due (seq) VALUES (NEW.seq);
   END;
   CREATE TRIGGER item_changed AFTER UPDATE OF seq, id, kind, body ON items BEGIN
     DELETE FROM item_facts WHERE seq = OLD.seq AND OLD.seq <> NEW.seq;
     DELETE FROM item_tags WHERE seq = OLD.seq AND OLD.seq <> NEW.seq;
     DELETE FROM facts_due WHERE seq = OLD.seq;
     INSERT OR REPLACE INTO facts_due (seq) VALUES (NEW.seq);
   END;
   CREATE TRIGGER item_trashed AFTER UPDATE OF trashed_at_ms ON items BEGIN
     UPDATE item_facts SET is_trashed = NEW.trashed_at_ms IS NOT NULL WHERE seq = NEW.seq;
   END;
   CREATE TRIGGER item_deleted AFTER DELETE ON items BEGIN
     DELETE FROM item_facts WHERE seq = OLD.seq;
     DELETE FROM item_tags WHERE seq = OLD.seq;
     DELETE FROM facts_due WHERE seq = OLD.seq;
   END;`,
  // Collections are files, as scripts are; rows list them and find their items.
  `CREATE INDEX items_tagged ON items(seq) WHERE json_array_length(body, '$.tags') > 0;
   CREATE TABLE collections (
     seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, written_at_ms REAL NOT NULL, body TEXT NOT NULL
   ) STRICT;
   CREATE TABLE collection_items (
     collection_id TEXT NOT NULL, item_id TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (collection_id, item_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX collection_items_item ON collection_items(item_id);`,
  // Counting and emptying the trash.
  'CREATE INDEX items_trashed ON items(trashed_at_ms) WHERE trashed_at_ms IS NOT NULL;',
  // What was sent for the lines of each script.
  `CREATE TABLE script_usage (
     script_id TEXT NOT NULL, connection_id TEXT NOT NULL, connection_name TEXT NOT NULL, last_day TEXT NOT NULL,
     requests INTEGER NOT NULL, sent_bytes INTEGER NOT NULL, received_bytes INTEGER NOT NULL,
     PRIMARY KEY (script_id, connection_id)
   ) STRICT, WITHOUT ROWID;`,
  // What may have been billed, by what relays bill by.
  `CREATE TABLE billed (
     day TEXT NOT NULL, connection_id TEXT NOT NULL, characters INTEGER NOT NULL, pictures INTEGER NOT NULL,
     PRIMARY KEY (day, connection_id)
   ) STRICT, WITHOUT ROWID;`,
  // Items sorted by their scripts.
  'CREATE INDEX facts_script ON item_facts(is_trashed, coalesce(script, -1));',
];

/** The database was written by a newer version of the app; it was not changed. */
export class DatabaseFromFutureError extends Error {
  override name = 'DatabaseFromFutureError';
}

/** The database has tables, triggers or views that the app did not make, or lacks some of its own; it was not used. */
export class ForeignSchemaError extends Error {
  override name = 'ForeignSchemaError';
}

/**
 * Opens a database and migrates its schema to the current version.
 * @param file a path, or `:memory:` for a database that exists until it is closed.
 * @param busyTimeoutMs how long a statement waits for a lock of another process.
 * @throws DatabaseFromFutureError, ForeignSchemaError, or SQLite's error when the file cannot be opened or written.
 */
export function openDatabase(file: string, busyTimeoutMs = 5000): DatabaseSync {
  // SQLite gives its log the permissions of the database.
  if (file !== ':memory:') {
    makePrivate(file);
    for (const companion of ['-wal', '-shm']) restrict(`${file}${companion}`, 0o600);
  }
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    requireOwnSchema(db);
    // The facts of a hundred thousand items; SQLite's own 2 MB would be read again and again.
    db.exec('PRAGMA cache_size = -32768');
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
             PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA journal_size_limit = 16777216;`);
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Runs `work` in one transaction and returns its value; an exception rolls the transaction back and is thrown. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** Never throws, so that the cause of the roll-back is not hidden. */
function rollBack(db: DatabaseSync): void {
  try {
    // After some errors SQLite has rolled back by itself.
    if (db.isTransaction) db.exec('ROLLBACK');
  } catch {
    // The connection is lost; the next statement says why.
  }
}

/**
 * Checks that a database has exactly what the migrations up to its version have made. A library may come from somebody
 * else, and a trigger or a view would do their work with every change.
 */
function requireOwnSchema(db: DatabaseSync): void {
  const version = versionOf(db);
  if (version > MIGRATIONS.length)
    throw new DatabaseFromFutureError(`Library version ${version} is newer than this app`);
  if (version >= 0 && schemaOf(db) === ownSchema(version)) return;
  throw new ForeignSchemaError(`Not the schema of library version ${version}`);
}

/** What the first `version` migrations make. */
function ownSchema(version: number): string {
  const known = OWN_SCHEMAS.get(version);
  if (known !== undefined) return known;
  const db = new DatabaseSync(':memory:');
  try {
    for (const sql of MIGRATIONS.slice(0, version)) db.exec(sql);
    const own = schemaOf(db);
    OWN_SCHEMAS.set(version, own);
    return own;
  } finally {
    db.close();
  }
}

const OWN_SCHEMAS = new Map<number, string>();

/** The tables in which FTS5 keeps a text index. Their SQL is SQLite's own, and may differ between its versions. */
const TEXT_INDEX_TABLE = /^\w+_text_(?:data|idx|content|docsize|config)$/;
/** Columns without an expression, which could do something. */
const PLAIN_COLUMNS = /^CREATE TABLE '\w+'\((?!.*\b(?:as|check|default|generated|references)\b)[\w\s,()]*\)[\w\s]*$/i;

/** Every entry of a schema with its SQL, as one text. */
function schemaOf(db: DatabaseSync): string {
  const entries = db
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .all()
    .map(({ type, name, tbl_name: table, sql }) => {
      const isIndex = TEXT_INDEX_TABLE.test(String(name)) && PLAIN_COLUMNS.test(String(sql));
      return JSON.stringify([type, name, table, isIndex ? 'text index' : sql]);
    });
  return entries.sort().join('\n');
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
}

function migrate(db: DatabaseSync): void {
  const version = versionOf(db);
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < version) continue;
    inTransaction(db, () => {
      db.exec(sql);
      db.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
}
