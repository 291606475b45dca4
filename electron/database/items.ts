// The rows of items and of their media files, and the search index.

import type { DatabaseSync } from 'node:sqlite';
import {
  type LibraryItem,
  type LibraryQuery,
  libraryItemSchema,
  type SampledVoice,
} from '../../shared/contract/library.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { mediaIdsOf } from '../library/item-media.ts';
import type { JobRows } from './jobs.ts';
import { inTransaction } from './schema.ts';
import { toIndexedText, toMatchQuery } from './search-text.ts';
import { createBodyReader, type ReportUnreadable, readAll } from './stored-bodies.ts';

/** A stored media file, with the facts that its bytes do not contain. `pcmRateHz` is set for headerless pcm only. */
export type StoredMedia = {
  mediaId: string;
  extension: string;
  mime: string;
  sizeBytes: number;
  pcmRateHz: number | null;
};

/** Operations on items and media. All throw SQLite's error. */
export type ItemRows = {
  /** Registers a media file. May be called again for the same file. */
  addMedia: (media: StoredMedia) => void;
  /**
   * Adds an item whose media are registered, and saves the job that made it in the same transaction. An item added
   * twice exists once.
   */
  add: (item: LibraryItem, job: JobRecord | null) => void;
  /** Replaces an item with its changed version. */
  replace: (item: LibraryItem) => void;
  /** Newest first; see `libraryQuerySchema`. */
  list: (query: LibraryQuery) => { items: LibraryItem[]; hasMore: boolean };
  get: (id: string) => LibraryItem | undefined;
  /** The items with these ids that exist, in this order. */
  getAll: (ids: readonly string[]) => LibraryItem[];
  /** Returns the id of the newest complete take of an identical request. */
  findMade: (fingerprint: string) => string | undefined;
  /** Lists every voice that has a complete take, with its newest one. */
  sampledVoices: () => SampledVoice[];
  /** Sets the sample rate of headerless pcm. @returns the items that use these bytes, oldest first. */
  setPcmRate: (mediaId: string, rateHz: number) => LibraryItem[];
  /** @param trashedAtMs null takes the items out of the trash. */
  setTrashed: (ids: readonly string[], trashedAtMs: number | null) => void;
  media: (mediaId: string) => StoredMedia | undefined;
  /** The files of an item that are registered. */
  mediaOf: (item: LibraryItem) => StoredMedia[];
};

/** Prepares the statements. @param onUnreadable called for each row that cannot be read. */
export function createItemRows(
  db: DatabaseSync,
  jobs: Pick<JobRows, 'save'>,
  onUnreadable: ReportUnreadable,
): ItemRows {
  const readItem = createBodyReader(libraryItemSchema, onUnreadable);
  const insertMedia = db.prepare('INSERT OR IGNORE INTO media VALUES (?, ?, ?, ?, ?)');
  const insertItem = db.prepare('INSERT OR IGNORE INTO items (id, kind, body) VALUES (?, ?, ?)');
  const updateItem = db.prepare('UPDATE items SET body = ? WHERE id = ?');
  const insertItemMedia = db.prepare('INSERT OR IGNORE INTO item_media VALUES (?, ?)');
  const insertText = db.prepare('INSERT INTO items_text (rowid, text) VALUES (?, ?)');
  const selectItem = db.prepare('SELECT body FROM items WHERE id = ?');
  const selectMedia = db.prepare('SELECT * FROM media WHERE id = ?');
  const page = (
    filter: string,
  ): string => `SELECT body FROM items WHERE (trashed_at_ms IS NOT NULL) = :isTrashed ${filter}
    AND (:kind IS NULL OR kind = :kind)
    AND (:before IS NULL OR seq < (SELECT seq FROM items WHERE id = :before)) ORDER BY seq DESC`;
  const selectAll = db.prepare(page(''));
  const selectMatching = db.prepare(page('AND seq IN (SELECT rowid FROM items_text WHERE items_text MATCH :match)'));
  // A take that ended early, interrupted or cut short by the relay, is not a full result of its request.
  const whole = `kind = 'speech' AND trashed_at_ms IS NULL AND json_extract(body, '$.isComplete')
    AND NOT EXISTS (SELECT 1 FROM json_each(body, '$.warnings') WHERE value = 'truncated')`;
  const selectMade = db.prepare(
    `SELECT id FROM items WHERE json_extract(body, '$.fingerprint') = ? AND ${whole} ORDER BY seq DESC LIMIT 1`,
  );
  const selectSampled = db.prepare(
    `SELECT json_extract(body, '$.request.voice') AS voice, id, max(seq) FROM items
     WHERE ${whole} AND json_extract(body, '$.request.voice') IS NOT NULL GROUP BY 1`,
  );
  const updateRate = db.prepare('UPDATE media SET pcm_rate_hz = ? WHERE id = ? AND pcm_rate_hz IS NOT NULL');
  const selectUsing = db.prepare(
    'SELECT body FROM items WHERE id IN (SELECT item_id FROM item_media WHERE media_id = ?) ORDER BY seq',
  );
  const updateTrashed = db.prepare('UPDATE items SET trashed_at_ms = ? WHERE id = ?');

  const media = (mediaId: string): StoredMedia | undefined => {
    const row = selectMedia.get(mediaId);
    return (
      row && {
        mediaId,
        mime: String(row.mime),
        extension: String(row.extension),
        sizeBytes: Number(row.size_bytes),
        pcmRateHz: typeof row.pcm_rate_hz === 'number' ? row.pcm_rate_hz : null,
      }
    );
  };
  const get = (id: string): LibraryItem | undefined => {
    const row = selectItem.get(id);
    return row && readItem(row);
  };
  const linkMedia = (item: LibraryItem): void => {
    for (const mediaId of mediaIdsOf(item)) insertItemMedia.run(item.id, mediaId);
  };

  return {
    addMedia({ mediaId, extension, mime, sizeBytes, pcmRateHz }) {
      insertMedia.run(mediaId, extension, mime, sizeBytes, pcmRateHz);
    },
    add: (item, job) =>
      inTransaction(db, () => {
        const { changes, lastInsertRowid } = insertItem.run(item.id, item.kind, JSON.stringify(item));
        if (changes > 0) insertText.run(lastInsertRowid, toIndexedText(searchTextOf(item)));
        linkMedia(item);
        if (job) jobs.save(job);
      }),
    replace: (item) =>
      inTransaction(db, () => {
        updateItem.run(JSON.stringify(item), item.id);
        linkMedia(item);
      }),
    list({ search, kind, beforeId, limit, isTrashed = false }) {
      const match = toMatchQuery(search);
      if (match === undefined && search.trim() !== '') return { items: [], hasMore: false };
      const page = { kind, before: beforeId, isTrashed: isTrashed ? 1 : 0 };
      const items: LibraryItem[] = [];
      for (const row of match === undefined ? selectAll.iterate(page) : selectMatching.iterate({ ...page, match })) {
        const item = readItem(row);
        if (item && items.length === limit) return { items, hasMore: true };
        if (item) items.push(item);
      }
      return { items, hasMore: false };
    },
    get,
    getAll: (ids) => ids.flatMap((id) => get(id) ?? []),
    findMade(fingerprint) {
      const row = selectMade.get(fingerprint);
      return row && String(row.id);
    },
    sampledVoices: () => selectSampled.all().map(({ voice, id }) => ({ voice: String(voice), itemId: String(id) })),
    setPcmRate(mediaId, rateHz) {
      updateRate.run(rateHz, mediaId);
      return readAll(selectUsing.all(mediaId), readItem);
    },
    setTrashed: (ids, trashedAtMs) =>
      inTransaction(db, () => {
        for (const id of ids) updateTrashed.run(trashedAtMs, id);
      }),
    media,
    mediaOf: (item) => mediaIdsOf(item).flatMap((mediaId) => media(mediaId) ?? []),
  };
}

function searchTextOf(item: LibraryItem): string {
  switch (item.kind) {
    case 'speech':
      return `${item.request.text} ${item.request.voice ?? ''}`;
    case 'edit':
      return `${item.request.prompt} ${item.revisedPrompt}`;
    case 'reply':
      return item.title;
  }
}
