// The library: every result with its media file, row and sidecar. Independent of relays and windows.

import type {
  FacetCounts,
  FacetsQuery,
  FindQuery,
  Found,
  MatchingIdsQuery,
  PositionQuery,
  TimelineGroups,
  TimelineQuery,
} from '../../shared/contract/finding.ts';
import type { KeptOutcome, TagCount } from '../../shared/contract/kept.ts';
import type { KeptPart, LibraryItem, LibraryQuery, SampledVoice } from '../../shared/contract/library.ts';
import { isRaw } from '../../shared/speech/formats.ts';
import type { Database } from '../database/client.ts';
import type { Place } from '../database/items.ts';
import type { StoredTake } from '../database/takes.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { pcmDurationMs } from './audio-facts.ts';
import { createFacetCounts } from './facet-counts.ts';
import { createTurns } from './in-turn.ts';
import { madeMediaOf, mediaIdsOf } from './item-media.ts';
import { createKeeping, type KeptGroup } from './keeping.ts';
import { createFolderCheck } from './library-folder.ts';
import { createLinkCheck } from './linked-media.ts';
import { createMediaPins, type MediaPins } from './media-pins.ts';
import { presenceOf } from './media-presence.ts';
import type { MediaStore } from './media-store.ts';
import { readOutsideChange } from './outside-change.ts';
import { UnsafePathError } from './safe-path.ts';
import { writeSidecar } from './sidecar.ts';
import type { StoredMedia } from './stored-media.ts';

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
  find: (query: FindQuery) => Promise<Found>;
  matchingIds: (query: MatchingIdsQuery) => Promise<string[]>;
  positionOf: (query: PositionQuery) => Promise<{ offset: number | null }>;
  timeline: (query: TimelineQuery) => Promise<TimelineGroups>;
  /** Counts the values of facets; null if a later call came before it was done. */
  facets: (query: FacetsQuery) => Promise<FacetCounts[] | null>;
  get: (id: string) => Promise<LibraryItem | undefined>;
  /** The items with these ids that exist, in this order. */
  getAll: (ids: readonly string[]) => Promise<LibraryItem[]>;
  /** Returns the id of the newest complete take of an identical request whose file is in its place. */
  findMade: (fingerprint: string) => Promise<string | undefined>;
  /**
   * Returns the parts that have arrived of a cut text, if the newest take of an identical request lacks others. Their files are in
   * their places.
   */
  arrivedParts: (fingerprint: string) => Promise<KeptPart[]>;
  /** All that arrived of one incomplete take, whatever was made since; nothing if one of their files is not in its place. */
  keptPartsOf: (itemId: string) => Promise<KeptPart[]>;
  /** Lists every voice that has a complete take whose file is in its place, with its newest one. */
  sampledVoices: () => Promise<SampledVoice[]>;
  /** Reads headerless pcm at another sample rate, in every take of these bytes. @returns the ids of those takes. */
  reread: (mediaId: string, rateHz: number) => Promise<string[]>;
  /** Changes what a person keeps with items, all in one transaction; see `createKeeping`. */
  setKept: (groups: readonly KeptGroup[]) => Promise<KeptOutcome>;
  /** The tags of items that are not in the trash, those of most items first. */
  tags: () => Promise<TagCount[]>;
  /** Moves items to the trash or back. If a sidecar cannot be written, the others of the same call may be moved. */
  setTrashed: (ids: readonly string[], isTrashed: boolean) => Promise<void>;
  /** Does `work` while nothing changes these items. */
  whileUnchanged: <T>(ids: readonly string[], work: () => Promise<T>) => Promise<T>;
  media: FindMedia;
  /** The items that use a media file, deleted ones too. */
  using: (mediaId: string) => Promise<LibraryItem[]>;
  /** What is needed though nothing stored shows it. */
  holds: MediaPins;
};

/** Finds a media file by its id. */
export type FindMedia = (mediaId: string) => Promise<MediaFile | undefined>;

/** Sidecars written at once when many items change: each waits for the disk. */
const WRITES_AT_ONCE = 16;

/**
 * Opens the library over its rows and its media store.
 * @param root the library folder.
 * @param takeAway called with an entry in the place of a media file that must not be read: a link, or something that is
 * no file. @returns whether it is out of the way; then the media file is missing.
 */
export function createLibrary(
  rows: Database['items'],
  store: MediaStore,
  root: string,
  takeAway: (entry: string) => boolean = () => false,
): Library {
  const requireFolder = createFolderCheck(root);
  const inTurn = createTurns();
  const mayBeRead = createLinkCheck();
  const holds = createMediaPins();
  /** Writes the row of an item whose sidecar has been written; if that fails, only the sidecar refers to new media. */
  const writeRow = async (item: LibraryItem, before: LibraryItem | undefined, write: () => Promise<void>) => {
    try {
      await write();
    } catch (error) {
      holds.keep(mediaIdsOf(item));
      throw error;
    }
    const earlier = new Set(before ? madeMediaOf(before).ids : []);
    holds.release(madeMediaOf(item).ids.filter((id) => !earlier.has(id)));
  };

  /** Returns an item to be changed, in its turn: what somebody else has changed in its sidecar is taken in first. */
  const current = async (id: string): Promise<LibraryItem | undefined> => {
    const row = await rows.get(id);
    if (!row) return undefined;
    await requireFolder();
    const { trashedAtMs } = await rows.placeOf(id);
    const changed = readOutsideChange(root, row, trashedAtMs);
    if (!changed) return row;
    try {
      await rows.replace(changed.item);
      if (changed.trashedAtMs !== trashedAtMs) await rows.setTrashed([id], changed.trashedAtMs);
    } catch {
      // Its rows will say so when they are written for the change itself; the sidecar is taken in again then.
    }
    return changed.item;
  };
  /** @param rateHz the rate that pcm among the media will have. */
  const keepFacts = async (item: LibraryItem, place: Place, rateHz?: number): Promise<void> => {
    const media = (await rows.mediaOf(item)).map((facts) =>
      rateHz !== undefined && facts.pcmRateHz !== null ? { ...facts, pcmRateHz: rateHz } : facts,
    );
    await requireFolder();
    await writeSidecar(root, { ...place, item, media });
  };
  const changeWithRate = (id: string, next: (item: LibraryItem) => LibraryItem | undefined, rateHz?: number) =>
    inTurn(id, async () => {
      const before = await current(id);
      const item = before && next(before);
      if (!item) return before;
      await keepFacts(item, await rows.placeOf(id), rateHz);
      await writeRow(item, before, () => rows.replace(item));
      return item;
    });
  const setTrashedAt = (id: string, trashedAtMs: number | null): Promise<void> =>
    inTurn(id, async () => {
      const item = await current(id);
      if (!item) return;
      const { order } = await rows.placeOf(id);
      await keepFacts(item, { order, trashedAtMs });
      await rows.setTrashed([id], trashedAtMs);
    });

  const media: FindMedia = async (mediaId) => {
    const found = await rows.media(mediaId);
    if (!found) return undefined;
    const first = placeOf(found);
    if (first.file !== undefined && (await mayBeRead({ path: first.file, mediaId })))
      return { ...found, path: first.file };
    if (first.inTheWay === undefined || !takeAway(first.inTheWay)) return undefined;
    const { file } = placeOf(found);
    return file === undefined ? undefined : { ...found, path: file };
  };
  /** The path of a media file, and what must be taken away if it must not be read. */
  const placeOf = ({ mediaId, extension }: StoredMedia): { file?: string; inTheWay?: string | undefined } => {
    try {
      const file = store.pathOf(mediaId, extension);
      return { file, inTheWay: file };
    } catch (error) {
      if (error instanceof UnsafePathError) return { inTheWay: error.entry };
      throw error;
    }
  };
  const presentParts = async (kept: readonly KeptPart[]): Promise<KeptPart[]> => {
    const isPresent = await Promise.all(
      kept.map(async ({ mediaId }) => {
        const file = await media(mediaId);
        return file !== undefined && (await presenceOf(file)) === 'present';
      }),
    );
    return kept.filter((_, index) => isPresent[index]);
  };
  /** Returns the id of the first take whose file is in its place. */
  const firstPresent = async (takes: readonly StoredTake[]): Promise<string | undefined> => {
    for (const { itemId, mediaId } of takes) {
      const file = await media(mediaId);
      if (file && (await presenceOf(file)) === 'present') return itemId;
    }
    return undefined;
  };

  return {
    addMedia: rows.addMedia,
    add: (item, job) =>
      inTurn(item.id, async () => {
        // What has been added to the item since must not be lost from its sidecar.
        const before = await current(item.id);
        const place = await rows.placeOf(item.id);
        await keepFacts(before ?? item, place);
        await writeRow(item, before, () => rows.add(item, place, job ?? null));
      }),
    change: (id, next) => changeWithRate(id, next),
    list: rows.list,
    find: (query) => whenFilled(() => rows.find(query)),
    matchingIds: (query) => whenFilled(() => rows.matchingIds(query)),
    positionOf: (query) => whenFilled(() => rows.positionOf(query)),
    timeline: (query) => whenFilled(() => rows.timeline(query)),
    facets: createFacetCounts(rows),
    get: rows.get,
    getAll: rows.getAll,
    findMade: async (fingerprint) => firstPresent(await rows.findMade(fingerprint)),
    arrivedParts: async (fingerprint) => presentParts((await rows.newestTake(fingerprint))?.parts?.kept ?? []),
    async keptPartsOf(itemId) {
      const item = await rows.get(itemId);
      const kept = item?.kind === 'speech' ? (item.parts?.kept ?? []) : [];
      const present = await presentParts(kept);
      return present.length === kept.length ? present : [];
    },
    async sampledVoices() {
      const sampled = await Promise.all(
        (await rows.sampledVoices()).map(async ({ voice, ...newest }): Promise<SampledVoice | undefined> => {
          const itemId = (await firstPresent([newest])) ?? (await firstPresent(await rows.takesOf(voice)));
          return itemId === undefined ? undefined : { voice, itemId };
        }),
      );
      return sampled.filter((one) => one !== undefined);
    },
    async reread(mediaId, rateHz) {
      const ids: string[] = [];
      for (const { id } of await rows.using(mediaId)) {
        const reread = (item: LibraryItem): LibraryItem | undefined => {
          // An incomplete take also uses the files of its parts.
          if (item.kind !== 'speech' || item.mediaId !== mediaId || !isRaw(item.audio.format)) return undefined;
          ids.push(id);
          const durationMs = pcmDurationMs(item.sizeBytes, rateHz, item.audio.format);
          return { ...item, audio: { ...item.audio, sampleRateHz: rateHz, durationMs } };
        };
        await changeWithRate(id, reread, rateHz);
      }
      await rows.setPcmRate(mediaId, rateHz);
      return ids;
    },
    async setTrashed(ids, isTrashed) {
      const at = isTrashed ? Date.now() : null;
      for (let first = 0; first < ids.length; first += WRITES_AT_ONCE) {
        const some = ids.slice(first, first + WRITES_AT_ONCE);
        const outcomes = await Promise.allSettled(some.map((id) => setTrashedAt(id, at)));
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      }
    },
    setKept: createKeeping({ get: current, setKept: rows.setKept }, inTurn, async (item) =>
      keepFacts(item, await rows.placeOf(item.id)),
    ),
    tags: rows.tags,
    async whileUnchanged(ids, work) {
      const unchanged = Promise.withResolvers<void>();
      // Named twice, an item would wait for itself.
      const begun = [...new Set(ids)].map((id) => {
        const turn = Promise.withResolvers<void>();
        void inTurn(id, () => {
          turn.resolve();
          return unchanged.promise;
        });
        return turn.promise;
      });
      try {
        await Promise.all(begun);
        return await work();
      } finally {
        unchanged.resolve();
      }
    },
    media,
    using: rows.using,
    holds,
  };
}

/** Asks until there is an answer: each question that finds nothing yet has made more of what it needs. */
async function whenFilled<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
  }
}
