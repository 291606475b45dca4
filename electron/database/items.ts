// The rows of items and of their media files, and the search index.

import type { DatabaseSync } from 'node:sqlite';
import type { TagCount } from '../../shared/contract/kept.ts';
import { type LibraryItem, type LibraryQuery, libraryItemSchema } from '../../shared/contract/library.ts';
import type { KeptFacts } from '../../shared/library/kept.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { mediaIdsOf } from '../library/item-media.ts';
import { readMediaRow, type StoredMedia } from '../library/stored-media.ts';
import { createFindRows, type FindRows } from './finding/find.ts';
import { createItemWriter } from './item-writer.ts';
import type { JobRows } from './jobs.ts';
import { inTransaction } from './schema.ts';
import { createTitleSearch } from './script-titles.ts';
import { toMatchQuery } from './search-text.ts';
import { createBodyReader, type ReportUnreadable, readAll } from './stored-bodies.ts';
import { createTakeRows, type TakeRows } from './takes.ts';

/** Where an item is listed: by `order`, which is that of creation, among the others or in the trash. */
export type Place = { order: number; trashedAtMs: number | null };

/** An item, and what a person keeps with it. */
type KeptRow = { id: string; kept: KeptFacts };

/** Operations on items and media. All throw SQLite's error. */
export type ItemRows = FindRows &
  TakeRows & {
    /** Registers a media file. May be called again for the same file. */
    addMedia: (media: StoredMedia) => void;
    /**
     * Adds an item at its place, and saves the job that made it in the same transaction. An item added twice exists once.
     */
    add: (item: LibraryItem, place: Place, job: JobRecord | null) => void;
    /** Replaces an item with its changed version. */
    replace: (item: LibraryItem) => void;
    /** Sets what a person keeps with items, all in one transaction. */
    setKept: (changes: readonly KeptRow[]) => void;
    /** The tags of items that are not in the trash, those of most items first. */
    tags: () => TagCount[];
    /** Newest first; see `libraryQuerySchema`. */
    list: (query: LibraryQuery) => { items: LibraryItem[]; hasMore: boolean };
    get: (id: string) => LibraryItem | undefined;
    /** The place of an item; of one that is not there, the next place, given to nobody else. */
    placeOf: (id: string) => Place;
    /** Reserves so many places behind all others. @returns the first of them. */
    reserve: (count: number) => number;
    /** The items with these ids that exist, in this order. */
    getAll: (ids: readonly string[]) => LibraryItem[];
    /** The items that use a media file, oldest first. */
    using: (mediaId: string) => LibraryItem[];
    /** Sets the sample rate of headerless pcm. */
    setPcmRate: (mediaId: string, rateHz: number) => void;
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
  const writer = createItemWriter(db);
  const scriptsTitled = createTitleSearch(db);
  const updateItem = db.prepare('UPDATE items SET body = ? WHERE id = ?');
  const selectPlace = db.prepare('SELECT seq, trashed_at_ms FROM items WHERE id = ?');
  const selectLast = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM items');
  const selectItem = db.prepare('SELECT body FROM items WHERE id = ?');
  const selectMedia = db.prepare('SELECT * FROM media WHERE id = ?');
  const page = (
    filter: string,
  ): string => `SELECT body FROM items WHERE (trashed_at_ms IS NOT NULL) = :isTrashed ${filter}
    AND (:kind IS NULL OR kind = :kind)
    AND (:before IS NULL OR seq < (SELECT seq FROM items WHERE id = :before)) ORDER BY seq DESC`;
  const selectAll = db.prepare(page(''));
  // A take is also found by the title of the script that it was made for.
  const selectMatching = db.prepare(
    page(`AND seq IN (SELECT rowid FROM items_text WHERE items_text MATCH :match UNION SELECT seq FROM items
      WHERE kind = 'speech' AND json_extract(body, '$.line.scriptId') IN (SELECT value FROM json_each(:scripts)))`),
  );
  const updateRate = db.prepare('UPDATE media SET pcm_rate_hz = ? WHERE id = ? AND pcm_rate_hz IS NOT NULL');
  const selectUsing = db.prepare(
    'SELECT body FROM items WHERE id IN (SELECT item_id FROM item_media WHERE media_id = ?) ORDER BY seq',
  );
  // The index has only items with tags. Of several spellings the one that comes first by its characters is shown.
  const selectTags = db.prepare(
    `SELECT min(value) AS tag, count(*) AS count FROM items, json_each(items.body, '$.tags')
     WHERE json_array_length(body, '$.tags') > 0 AND trashed_at_ms IS NULL
     GROUP BY lower(value) ORDER BY count DESC, tag`,
  );
  const updateTrashed = db.prepare('UPDATE items SET trashed_at_ms = ? WHERE id = ?');

  const media = (mediaId: string): StoredMedia | undefined => {
    const row = selectMedia.get(mediaId);
    try {
      return row && readMediaRow(row);
    } catch (error) {
      onUnreadable(error);
      return undefined;
    }
  };
  const get = (id: string): LibraryItem | undefined => {
    const row = selectItem.get(id);
    return row && readItem(row);
  };
  const replace = (item: LibraryItem): void => {
    updateItem.run(JSON.stringify(item), item.id);
    writer.link(item);
    const place = selectPlace.get(item.id);
    if (place) writer.index(item, Number(place.seq));
  };
  let lastOrder = 0;
  return {
    ...createFindRows(db, onUnreadable),
    ...createTakeRows(db, readItem),
    addMedia: writer.addMedia,
    add: (item, { order, trashedAtMs }, job) =>
      inTransaction(db, () => {
        writer.add(item, order, trashedAtMs);
        if (job) jobs.save(job);
      }),
    replace: (item) => inTransaction(db, () => replace(item)),
    setKept: (changes) =>
      inTransaction(db, () => {
        for (const { id, kept } of changes) {
          const item = get(id);
          if (item) replace({ ...item, ...kept });
        }
      }),
    tags: () => selectTags.all().map(({ tag, count }) => ({ tag: String(tag), count: Number(count) })),
    list({ search, kind, beforeId, limit, isTrashed = false }) {
      const match = toMatchQuery(search);
      if (match === undefined && search.trim() !== '') return { items: [], hasMore: false };
      const page = { kind, before: beforeId, isTrashed: isTrashed ? 1 : 0 };
      const items: LibraryItem[] = [];
      const rows =
        match === undefined
          ? selectAll.iterate(page)
          : selectMatching.iterate({ ...page, match, scripts: JSON.stringify(scriptsTitled(search, match)) });
      for (const row of rows) {
        const item = readItem(row);
        if (item && items.length === limit) return { items, hasMore: true };
        if (item) items.push(item);
      }
      return { items, hasMore: false };
    },
    get,
    placeOf(id) {
      const row = selectPlace.get(id);
      if (row)
        return {
          order: Number(row.seq),
          trashedAtMs: typeof row.trashed_at_ms === 'number' ? row.trashed_at_ms : null,
        };
      lastOrder = Math.max(lastOrder, Number(selectLast.get()?.seq)) + 1;
      return { order: lastOrder, trashedAtMs: null };
    },
    reserve(count) {
      const first = Math.max(lastOrder, Number(selectLast.get()?.seq)) + 1;
      lastOrder = first + count - 1;
      return first;
    },
    getAll: (ids) => ids.flatMap((id) => get(id) ?? []),
    using: (mediaId) => readAll(selectUsing.all(mediaId), readItem),
    setPcmRate: (mediaId, rateHz) => void updateRate.run(rateHz, mediaId),
    setTrashed: (ids, trashedAtMs) =>
      inTransaction(db, () => {
        for (const id of ids) updateTrashed.run(trashedAtMs, id);
      }),
    media,
    mediaOf: (item) => mediaIdsOf(item).flatMap((mediaId) => media(mediaId) ?? []),
  };
}
