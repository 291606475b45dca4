// The library: every result, its media file, its row and its sidecar. Knows no relay and no window.

import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type LibraryItem, type LibraryQuery, libraryItemSchema } from '../../shared/contract/library.ts';
import { writeFileAtomic } from '../files.ts';
import { inTransaction } from './database.ts';
import type { MediaStore } from './media-store.ts';
import { toIndexedText, toMatchQuery } from './search-text.ts';

/** A media file that can be read: where it lies and what it is. `pcmRateHz` is set for headerless pcm only. */
export type MediaFile = { path: string; mime: string; extension: string; sizeBytes: number; pcmRateHz: number | null };

/** Facts of a media file that its bytes do not tell. */
type MediaFacts = { extension: string; pcmRateHz: number | null };

/** All items and their files. */
export type Library = {
  /**
   * Adds an item whose media file is already in place: sidecar first, then one transaction with the row and `alongside`.
   * An item added twice is there once.
   */
  add: (item: LibraryItem, media: MediaFacts, alongside: () => void) => Promise<void>;
  list: (query: LibraryQuery) => { items: LibraryItem[]; hasMore: boolean };
  get: (id: string) => LibraryItem | undefined;
  setTrashed: (ids: readonly string[], isTrashed: boolean) => void;
  media: (mediaId: string) => MediaFile | undefined;
};

/** Opens the library over an open database and its media store. @param root the library folder. */
export function createLibrary(db: DatabaseSync, store: MediaStore, root: string): Library {
  const insertMedia = db.prepare('INSERT OR IGNORE INTO media VALUES (?, ?, ?, ?, ?, ?)');
  const insertItem = db.prepare('INSERT OR IGNORE INTO items (id, media_id, body) VALUES (?, ?, ?)');
  const insertText = db.prepare('INSERT INTO items_text (rowid, text) VALUES (?, ?)');
  const selectItem = db.prepare('SELECT body FROM items WHERE id = ?');
  const selectMedia = db.prepare('SELECT * FROM media WHERE id = ?');
  const page = (filter: string): string => `SELECT body FROM items WHERE trashed_at_ms IS NULL ${filter}
    AND (:before IS NULL OR seq < (SELECT seq FROM items WHERE id = :before)) ORDER BY seq DESC LIMIT :limit`;
  const selectAll = db.prepare(page(''));
  const selectMatching = db.prepare(page('AND seq IN (SELECT rowid FROM items_text WHERE items_text MATCH :match)'));
  const updateTrashed = db.prepare('UPDATE items SET trashed_at_ms = ? WHERE id = ?');

  return {
    async add(item, media, alongside) {
      await writeFileAtomic(
        path.join(root, 'items', `${item.id}.json`),
        `${JSON.stringify({ item, media }, null, 2)}\n`,
      );
      inTransaction(db, () => {
        insertMedia.run(item.mediaId, media.extension, item.mime, item.sizeBytes, media.pcmRateHz, item.createdAtMs);
        const { changes, lastInsertRowid } = insertItem.run(item.id, item.mediaId, JSON.stringify(item));
        if (changes > 0)
          insertText.run(lastInsertRowid, toIndexedText(`${item.request.text} ${item.request.voice ?? ''}`));
        alongside();
      });
    },
    list({ search, beforeId, limit }) {
      const match = toMatchQuery(search);
      if (match === undefined && search.trim() !== '') return { items: [], hasMore: false };
      const paging = { before: beforeId, limit: limit + 1 };
      const rows = match === undefined ? selectAll.all(paging) : selectMatching.all({ ...paging, match });
      return { items: rows.slice(0, limit).map(readItem), hasMore: rows.length > limit };
    },
    get(id) {
      const row = selectItem.get(id);
      return row && readItem(row);
    },
    setTrashed(ids, isTrashed) {
      const at = isTrashed ? Date.now() : null;
      inTransaction(db, () => {
        for (const id of ids) updateTrashed.run(at, id);
      });
    },
    media(mediaId) {
      const row = selectMedia.get(mediaId);
      if (!row) return undefined;
      const extension = String(row.extension);
      return {
        path: store.pathOf(mediaId, extension),
        mime: String(row.mime),
        extension,
        sizeBytes: Number(row.size_bytes),
        pcmRateHz: typeof row.pcm_rate_hz === 'number' ? row.pcm_rate_hz : null,
      };
    },
  };
}

function readItem(row: Record<string, unknown>): LibraryItem {
  return libraryItemSchema.parse(JSON.parse(String(row.body)));
}
