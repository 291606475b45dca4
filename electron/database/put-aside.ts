// The rows of work put aside. Masks are stored by the keys of their pictures (drafts.ts).

import type { DatabaseSync } from 'node:sqlite';
import {
  type PutAside,
  type PutAsideEntry,
  putAsideEntrySchema,
  putAsideSchema,
} from '../../shared/contract/put-aside.ts';
import { parseBounded } from '../../shared/json/bounded-json.ts';
import { entryOf, MAX_PUT_ASIDE } from '../../shared/storage/put-aside.ts';
import { inTransaction } from './schema.ts';

/** Operations on work put aside. All throw SQLite's error. */
export type PutAsideRows = {
  /** Adds work, or replaces that with the same id; removes the oldest of its screen beyond the limit. */
  add: (one: PutAside) => void;
  /** Lists all, the latest first. What this version cannot read is left out and stays. */
  list: () => PutAsideEntry[];
  /** Returns work without the pictures that are not registered; null if there is none that can be read. */
  read: (id: string) => PutAside | null;
  remove: (id: string) => void;
};

/** Prepares the statements. @param hasMedia whether the file of a picture is registered. */
export function createPutAsideRows(db: DatabaseSync, hasMedia: (mediaId: string) => boolean): PutAsideRows {
  const insert = db.prepare(
    'INSERT OR REPLACE INTO put_aside (id, screen, at_ms, summary, body) VALUES (?, ?, ?, ?, ?)',
  );
  const deleteOldest = db.prepare(
    `DELETE FROM put_aside WHERE screen = ?1 AND id NOT IN
       (SELECT id FROM put_aside WHERE screen = ?1 ORDER BY at_ms DESC, id LIMIT ?2)`,
  );
  const selectSummaries = db.prepare('SELECT summary FROM put_aside ORDER BY at_ms DESC, id');
  const selectOne = db.prepare('SELECT body FROM put_aside WHERE id = ?');
  const deleteOne = db.prepare('DELETE FROM put_aside WHERE id = ?');
  return {
    add: (one) =>
      inTransaction(db, () => {
        const { screen } = one.work;
        insert.run(one.id, screen, one.atMs, JSON.stringify(entryOf(one)), JSON.stringify(one));
        deleteOldest.run(screen, MAX_PUT_ASIDE);
      }),
    list: () =>
      selectSummaries.all().flatMap(({ summary }) => {
        const read = putAsideEntrySchema.safeParse(parsed(String(summary)));
        return read.success ? [read.data] : [];
      }),
    read: (id) => {
      const read = putAsideSchema.safeParse(parsed(String(selectOne.get(id)?.body ?? '')));
      return read.success ? withKnownPictures(read.data, hasMedia) : null;
    },
    remove: (id) => void deleteOne.run(id),
  };
}

function withKnownPictures(one: PutAside, hasMedia: (mediaId: string) => boolean): PutAside {
  const { work } = one;
  if (work.screen !== 'images') return one;
  const pictures = work.body.pictures.filter(({ mediaId }) => hasMedia(mediaId));
  const chain = work.body.chain.filter(({ mediaId }) => hasMedia(mediaId));
  return { ...one, work: { ...work, body: { ...work.body, pictures, chain } } };
}

/** Parses JSON; undefined if it is damaged. */
function parsed(text: string): unknown {
  const read = parseBounded(text, 'ownFile');
  return read.ok ? read.data : undefined;
}
