// The library: every result with its media file, row and sidecar. Independent of relays and windows.

import type { DatabaseSync } from 'node:sqlite';
import {
  type LibraryItem,
  type LibraryQuery,
  libraryItemSchema,
  type SampledVoice,
} from '../../shared/contract/library.ts';
import { isRaw } from '../../shared/speech/formats.ts';
import { pcmDurationMs } from './audio-facts.ts';
import { inTransaction } from './database.ts';
import { createItemWriter, mediaOf } from './item-writer.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import type { MediaStore } from './media-store.ts';
import { toMatchQuery } from './search-text.ts';
import { writeSidecar } from './sidecar.ts';
import { createBodyReader, type ReportUnreadable, readAll } from './stored-bodies.ts';
import { readMediaRow, type StoredMedia } from './stored-media.ts';

/** A media file with its path. */
export type MediaFile = StoredMedia & { path: string };

/** Operations on all items and their files. */
export type Library = {
  /** Registers a media file that is already in its place. May be called again for the same file. */
  addMedia: (media: StoredMedia) => void;
  /**
   * Adds an item whose media are registered: writes the sidecar, then the row and `alongside` in one transaction. An
   * item added twice exists once.
   */
  add: (item: LibraryItem, alongside: () => void) => Promise<void>;
  /** Replaces an item with its changed version. */
  replace: (item: LibraryItem) => Promise<void>;
  list: (query: LibraryQuery) => { items: LibraryItem[]; hasMore: boolean };
  get: (id: string) => LibraryItem | undefined;
  /** Returns the id of the newest complete take of an identical request. */
  findMade: (fingerprint: string) => string | undefined;
  /** Lists every voice that has a complete take, with its newest one. */
  sampledVoices: () => SampledVoice[];
  /** Reads headerless pcm at another sample rate, in every take of these bytes. @returns the ids of those takes. */
  reread: (mediaId: string, rateHz: number) => Promise<string[]>;
  /**
   * Moves items to the trash or back. If a sidecar cannot be written, the items before it are moved all the same.
   * @throws the file system's error.
   */
  setTrashed: (ids: readonly string[], isTrashed: boolean) => Promise<void>;
  media: (mediaId: string) => MediaFile | undefined;
};

/** Sidecars written at once when many items change: each waits for the disk. */
const WRITES_AT_ONCE = 16;

/** Opens the library over an open database and its media store. @param root the library folder. */
export function createLibrary(
  db: DatabaseSync,
  store: MediaStore,
  root: string,
  onUnreadable: ReportUnreadable,
): Library {
  const readItem = createBodyReader(libraryItemSchema, onUnreadable);
  const rows = createItemWriter(db);
  const inTurn = createKeyedQueue();
  const updateItem = db.prepare('UPDATE items SET body = ? WHERE id = ?');
  const selectItem = db.prepare('SELECT body FROM items WHERE id = ?');
  const selectPlace = db.prepare('SELECT seq, trashed_at_ms FROM items WHERE id = ?');
  const selectLast = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM items');
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

  const findMedia = (mediaId: string): MediaFile | undefined => {
    const row = selectMedia.get(mediaId);
    try {
      const media = row && readMediaRow(row);
      return media && { ...media, path: store.pathOf(mediaId, media.extension) };
    } catch (error) {
      onUnreadable(error);
      return undefined;
    }
  };
  let lastOrder = 0;
  /** The order key of the next item: it is in the sidecar before there is a row. */
  const nextOrder = (): number => {
    lastOrder = Math.max(lastOrder, Number(selectLast.get()?.seq)) + 1;
    return lastOrder;
  };
  const placeOf = (id: string): { order: number; trashedAtMs: number | null } | undefined => {
    const row = selectPlace.get(id);
    if (!row) return undefined;
    return { order: Number(row.seq), trashedAtMs: typeof row.trashed_at_ms === 'number' ? row.trashed_at_ms : null };
  };
  const mediaFacts = (item: LibraryItem): StoredMedia[] =>
    mediaOf(item).flatMap((mediaId) => {
      const { path: _, ...facts } = findMedia(mediaId) ?? { path: '' };
      return 'extension' in facts ? [facts] : [];
    });
  /** Writes an item's sidecar, then its row. @param rates rates of pcm that the media will have. */
  const change = (item: LibraryItem, rates?: { mediaId: string; rateHz: number }): Promise<void> =>
    inTurn(item.id, async () => {
      const place = placeOf(item.id);
      if (!place) return;
      const media = mediaFacts(item).map((facts) =>
        facts.mediaId === rates?.mediaId ? { ...facts, pcmRateHz: rates.rateHz } : facts,
      );
      await writeSidecar(root, { ...place, item, media });
      inTransaction(db, () => {
        updateItem.run(JSON.stringify(item), item.id);
        if (rates) updateRate.run(rates.rateHz, rates.mediaId);
        rows.link(item);
      });
    });
  const setTrashedAt = (id: string, trashedAtMs: number | null): Promise<void> =>
    inTurn(id, async () => {
      const [place, row] = [placeOf(id), selectItem.get(id)];
      const item = row && readItem(row);
      if (!place || !item) return;
      await writeSidecar(root, { ...place, trashedAtMs, item, media: mediaFacts(item) });
      updateTrashed.run(trashedAtMs, id);
    });

  return {
    addMedia: rows.addMedia,
    add: (item, alongside) =>
      inTurn(item.id, async () => {
        const { order, trashedAtMs } = placeOf(item.id) ?? { order: nextOrder(), trashedAtMs: null };
        await writeSidecar(root, { order, trashedAtMs, item, media: mediaFacts(item) });
        inTransaction(db, () => {
          rows.add(item, order, trashedAtMs);
          alongside();
        });
      }),
    replace: (item) => change(item),
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
    get(id) {
      const row = selectItem.get(id);
      return row && readItem(row);
    },
    findMade(fingerprint) {
      const row = selectMade.get(fingerprint);
      return row && String(row.id);
    },
    sampledVoices: () => selectSampled.all().map(({ voice, id }) => ({ voice: String(voice), itemId: String(id) })),
    async reread(mediaId, rateHz) {
      const ids: string[] = [];
      for (const item of readAll(selectUsing.all(mediaId), readItem)) {
        if (item.kind !== 'speech' || !isRaw(item.audio.format)) continue;
        const durationMs = pcmDurationMs(item.sizeBytes, rateHz);
        await change({ ...item, audio: { ...item.audio, sampleRateHz: rateHz, durationMs } }, { mediaId, rateHz });
        ids.push(item.id);
      }
      return ids;
    },
    async setTrashed(ids, isTrashed) {
      const at = isTrashed ? Date.now() : null;
      for (let first = 0; first < ids.length; first += WRITES_AT_ONCE) {
        const written = await Promise.allSettled(
          ids.slice(first, first + WRITES_AT_ONCE).map((id) => setTrashedAt(id, at)),
        );
        for (const outcome of written) if (outcome.status === 'rejected') throw outcome.reason;
      }
    },
    media: findMedia,
  };
}
