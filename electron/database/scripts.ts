// The rows of scripts: what lists show, and the search index. The scripts themselves are files.

import type { DatabaseSync } from 'node:sqlite';
import { type ScriptEntry, type ScriptQuery, scriptEntrySchema } from '../../shared/contract/scripts.ts';
import { inTransaction } from './schema.ts';
import { toIndexedText, toMatchQuery } from './search-text.ts';
import { createBodyReader, type ReportUnreadable, readAll } from './stored-bodies.ts';

/** The version of a script's file that a row describes: when it was written, in milliseconds since 1970. */
type ListedFile = { id: string; writtenAtMs: number };

/** Operations on the rows of scripts, and on their histories. All throw SQLite's error. */
export type ScriptRows = {
  /** Adds or replaces the row of a script. @param text what is searched: its title and its text. */
  put: (entry: ScriptEntry, writtenAtMs: number, text: string) => void;
  remove: (id: string) => void;
  listed: () => ListedFile[];
  /** Lists scripts, the last changed first. */
  list: (query: ScriptQuery) => ScriptEntry[];
  /** Replaces the steps that can be undone; null removes them. They are opaque here. */
  saveHistory: (id: string, steps: string | null) => void;
  readHistory: (id: string) => string | null;
  /** Removes the steps of scripts that have no row, except of `keptIds`. */
  dropHistories: (keptIds: readonly string[]) => void;
};

/** Prepares the statements. @param onUnreadable called for each row that cannot be read. */
export function createScriptRows(db: DatabaseSync, onUnreadable: ReportUnreadable): ScriptRows {
  const readEntry = createBodyReader(scriptEntrySchema, onUnreadable);
  const upsert = db.prepare(
    `INSERT INTO scripts (id, written_at_ms, changed_at_ms, trashed_at_ms, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET written_at_ms = excluded.written_at_ms, changed_at_ms = excluded.changed_at_ms,
       trashed_at_ms = excluded.trashed_at_ms, body = excluded.body`,
  );
  const selectSeq = db.prepare('SELECT seq FROM scripts WHERE id = ?');
  const selectListed = db.prepare('SELECT id, written_at_ms FROM scripts');
  const deleteRow = db.prepare('DELETE FROM scripts WHERE id = ?');
  const deleteText = db.prepare('DELETE FROM scripts_text WHERE rowid = ?');
  const insertText = db.prepare('INSERT INTO scripts_text (rowid, text) VALUES (?, ?)');
  const select = (filter: string): string =>
    `SELECT body FROM scripts WHERE (trashed_at_ms IS NOT NULL) = :isTrashed ${filter} ORDER BY changed_at_ms DESC, id`;
  const selectAll = db.prepare(select(''));
  const selectMatching = db.prepare(
    select('AND seq IN (SELECT rowid FROM scripts_text WHERE scripts_text MATCH :match)'),
  );
  const upsertHistory = db.prepare('INSERT OR REPLACE INTO script_histories (script_id, steps) VALUES (?, ?)');
  const deleteHistory = db.prepare('DELETE FROM script_histories WHERE script_id = ?');
  const selectHistory = db.prepare('SELECT steps FROM script_histories WHERE script_id = ?');
  const deleteHistories = db.prepare(
    `DELETE FROM script_histories WHERE script_id NOT IN (SELECT id FROM scripts)
     AND script_id NOT IN (SELECT value FROM json_each(:kept))`,
  );
  return {
    put: (entry, writtenAtMs, text) =>
      inTransaction(db, () => {
        upsert.run(entry.id, writtenAtMs, entry.changedAtMs, entry.trashedAtMs, JSON.stringify(entry));
        const seq = Number(selectSeq.get(entry.id)?.seq);
        deleteText.run(seq);
        insertText.run(seq, toIndexedText(text));
      }),
    remove: (id) =>
      inTransaction(db, () => {
        const seq = selectSeq.get(id)?.seq;
        if (seq === undefined) return;
        deleteText.run(Number(seq));
        deleteRow.run(id);
        deleteHistory.run(id);
      }),
    listed: () => selectListed.all().map((row) => ({ id: String(row.id), writtenAtMs: Number(row.written_at_ms) })),
    list({ search, isTrashed = false }) {
      const trashed = { isTrashed: isTrashed ? 1 : 0 };
      const match = toMatchQuery(search);
      if (match !== undefined) return readAll(selectMatching.all({ ...trashed, match }), readEntry);
      return search.trim() === '' ? readAll(selectAll.all(trashed), readEntry) : [];
    },
    saveHistory(id, steps) {
      if (steps === null) deleteHistory.run(id);
      else upsertHistory.run(id, steps);
    },
    readHistory(id) {
      const steps = selectHistory.get(id)?.steps;
      return typeof steps === 'string' ? steps : null;
    },
    dropHistories: (keptIds) => void deleteHistories.run({ kept: JSON.stringify(keptIds) }),
  };
}
