// The library: every result with its media file, row and sidecar. Independent of relays and windows.

import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type LibraryItem,
  type LibraryQuery,
  libraryItemSchema,
  type SampledVoice,
} from '../../shared/contract/library.ts';
import { isRaw } from '../../shared/speech/formats.ts';
import { writeFileAtomic } from '../files.ts';
import { pcmDurationMs } from './audio-facts.ts';
import { inTransaction } from './database.ts';
import type { MediaStore } from './media-store.ts';
import { toIndexedText, toMatchQuery } from './search-text.ts';
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
  setTrashed: (ids: readonly string[], isTrashed: boolean) => void;
  media: (mediaId: string) => MediaFile | undefined;
};

/** Opens the library over an open database and its media store. @param root the library folder. */
export function createLibrary(
  db: DatabaseSync,
  store: MediaStore,
  root: string,
  onUnreadable: ReportUnreadable,
): Library {
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
  const writeSidecar = (item: LibraryItem): Promise<void> => {
    const media = mediaOf(item).map((mediaId) => ({ ...findMedia(mediaId), path: undefined }));
    return writeFileAtomic(
      path.join(root, 'items', `${item.id}.json`),
      `${JSON.stringify({ item, media }, null, 2)}\n`,
    );
  };
  const linkMedia = (item: LibraryItem): void => {
    for (const mediaId of mediaOf(item)) insertItemMedia.run(item.id, mediaId);
  };

  const replace = async (item: LibraryItem): Promise<void> => {
    await writeSidecar(item);
    inTransaction(db, () => {
      updateItem.run(JSON.stringify(item), item.id);
      linkMedia(item);
    });
  };

  return {
    addMedia({ mediaId, extension, mime, sizeBytes, pcmRateHz }) {
      insertMedia.run(mediaId, extension, mime, sizeBytes, pcmRateHz);
    },
    async add(item, alongside) {
      await writeSidecar(item);
      inTransaction(db, () => {
        const { changes, lastInsertRowid } = insertItem.run(item.id, item.kind, JSON.stringify(item));
        if (changes > 0) insertText.run(lastInsertRowid, toIndexedText(searchTextOf(item)));
        linkMedia(item);
        alongside();
      });
    },
    replace,
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
      updateRate.run(rateHz, mediaId);
      const ids: string[] = [];
      for (const item of readAll(selectUsing.all(mediaId), readItem)) {
        if (item.kind !== 'speech' || !isRaw(item.audio.format)) continue;
        const durationMs = pcmDurationMs(item.sizeBytes, rateHz);
        await replace({ ...item, audio: { ...item.audio, sampleRateHz: rateHz, durationMs } });
        ids.push(item.id);
      }
      return ids;
    },
    setTrashed(ids, isTrashed) {
      const at = isTrashed ? Date.now() : null;
      inTransaction(db, () => {
        for (const id of ids) updateTrashed.run(at, id);
      });
    },
    media: findMedia,
  };
}

/** The ids of all files that are needed to show or recall an item. */
function mediaOf(item: LibraryItem): string[] {
  if (item.kind === 'speech') return [item.mediaId];
  const { pictures, mask } = item.request;
  const ids = pictures
    .flatMap((picture) => [picture.mediaId, picture.kind === 'media' ? picture.wireMediaId : undefined])
    .filter((id) => id !== undefined);
  if (mask) ids.push(...[mask.coverageMediaId, mask.wireMediaId, mask.annotatedMediaId].filter((id) => id !== null));
  if (item.protected) ids.push(item.protected.picture.mediaId);
  return [...new Set([item.raw.mediaId, ...ids])];
}

function searchTextOf(item: LibraryItem): string {
  if (item.kind === 'speech') return `${item.request.text} ${item.request.voice ?? ''}`;
  return `${item.request.prompt} ${item.revisedPrompt}`;
}
