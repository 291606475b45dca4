// The library: every result with its media file, row and sidecar. Independent of relays and windows.

import path from 'node:path';
import type { LibraryItem, LibraryQuery, SampledVoice } from '../../shared/contract/library.ts';
import { isRaw } from '../../shared/speech/formats.ts';
import type { Database } from '../database/client.ts';
import type { StoredMedia } from '../database/items.ts';
import { writeFileAtomic } from '../files.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { pcmDurationMs } from './audio-facts.ts';
import { createTurns } from './in-turn.ts';
import type { MediaStore } from './media-store.ts';

/** A media file with its path. */
export type MediaFile = StoredMedia & { path: string };

/** Operations on all items and their files. All reject with SQLite's or the file system's error. */
export type Library = {
  /** Registers a media file that is already in its place. May be called again for the same file. */
  addMedia: (media: StoredMedia) => Promise<void>;
  /**
   * Adds an item whose media are registered: writes the sidecar, then the row and the job that made it in one
   * transaction. An item added twice exists once.
   */
  add: (item: LibraryItem, job?: JobRecord) => Promise<void>;
  /**
   * Changes an item: `change` gets its current version and returns the next one, or undefined to leave it. Changes of
   * an item wait for each other. @returns the item afterwards; undefined if there is none.
   */
  change: (id: string, change: (item: LibraryItem) => LibraryItem | undefined) => Promise<LibraryItem | undefined>;
  list: (query: LibraryQuery) => Promise<{ items: LibraryItem[]; hasMore: boolean }>;
  get: (id: string) => Promise<LibraryItem | undefined>;
  /** The items with these ids that exist, in this order. */
  getAll: (ids: readonly string[]) => Promise<LibraryItem[]>;
  /** Returns the id of the newest complete take of an identical request. */
  findMade: (fingerprint: string) => Promise<string | undefined>;
  /** Lists every voice that has a complete take, with its newest one. */
  sampledVoices: () => Promise<SampledVoice[]>;
  /** Reads headerless pcm at another sample rate, in every take of these bytes. @returns the ids of those takes. */
  reread: (mediaId: string, rateHz: number) => Promise<string[]>;
  setTrashed: (ids: readonly string[], isTrashed: boolean) => Promise<void>;
  media: FindMedia;
};

/** Finds a media file by its id. */
export type FindMedia = (mediaId: string) => Promise<MediaFile | undefined>;

/** Opens the library over its rows and its media store. @param root the library folder. */
export function createLibrary(rows: Database['items'], store: MediaStore, root: string): Library {
  const inTurn = createTurns();

  const writeSidecar = async (item: LibraryItem): Promise<void> => {
    const media = await rows.mediaOf(item);
    await writeFileAtomic(path.join(root, 'items', `${item.id}.json`), `${JSON.stringify({ item, media }, null, 2)}\n`);
  };
  const change: Library['change'] = (id, next) =>
    inTurn(id, async () => {
      const before = await rows.get(id);
      const item = before && next(before);
      if (!item) return before;
      await writeSidecar(item);
      await rows.replace(item);
      return item;
    });

  return {
    addMedia: rows.addMedia,
    add: (item, job) =>
      inTurn(item.id, async () => {
        await writeSidecar(item);
        await rows.add(item, job ?? null);
      }),
    change,
    list: rows.list,
    get: rows.get,
    getAll: rows.getAll,
    findMade: rows.findMade,
    sampledVoices: rows.sampledVoices,
    async reread(mediaId, rateHz) {
      const ids: string[] = [];
      for (const { id } of await rows.setPcmRate(mediaId, rateHz)) {
        await change(id, (item) => {
          if (item.kind !== 'speech' || !isRaw(item.audio.format)) return undefined;
          ids.push(id);
          const durationMs = pcmDurationMs(item.sizeBytes, rateHz);
          return { ...item, audio: { ...item.audio, sampleRateHz: rateHz, durationMs } };
        });
      }
      return ids;
    },
    setTrashed: (ids, isTrashed) => rows.setTrashed(ids, isTrashed ? Date.now() : null),
    async media(mediaId) {
      const media = await rows.media(mediaId);
      return media && { ...media, path: store.pathOf(mediaId, media.extension) };
    },
  };
}
