// Counts what the library uses, and removes what nothing needs. Runs in the database's thread in small steps, between
// which other operations are carried out.

import type { DatabaseSync } from 'node:sqlite';
import type { StorageUse } from '../../../shared/contract/storage-use.ts';
import { STORAGE_KINDS, type StorageKind } from '../../../shared/storage/storage-kinds.ts';
import { safePath, UnsafePathError } from '../../library/safe-path.ts';
import { type StoredMedia, storedMediaSchema } from '../../library/stored-media.ts';
import { mediaFiles } from '../recovery/media-files.ts';
import { pruneJobs } from './prune-jobs.ts';
import { type ItemReferences, readItemReferences, readSidecarReferences, readUnsentReferences } from './references.ts';
import { emptyLeaving, type RemovalRules, removeUnneeded, type Unneeded } from './remove-unneeded.ts';
import { filesIn, foldersIn, isTemporary, type PlainFile, removed } from './used-bytes.ts';

/** How a sweep is to be done. */
export type SweepOptions = {
  /**
   * What is removed: `known` are files that this database has registered. Others may belong to items that were lost with
   * an earlier database; only a person decides about them.
   */
  removes: 'nothing' | 'known' | 'all';
  nowMs: number;
  /** When this run of the app began: the page may remember what was imported since. */
  runStartedAtMs: number;
};

/** What a sweep found, and removed. */
export type SweepResult = Pick<StorageUse, 'bytes' | 'freedBytes'>;

/** A file that nothing needs stays for a day: something may be about to need it. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000;
/** Files looked at in one step: a few milliseconds. */
const STEP_FILES = 200;
/** Files removed in one step and one transaction. */
const STEP_REMOVALS = 50;

/** The parts of a sweep with their share of the time, in order. */
const SHARES = { items: 0.4, media: 0.2, sidecars: 0.15, removal: 0.15, rest: 0.1 };

type Sweep = {
  db: DatabaseSync;
  root: string;
  isRemoving: boolean;
  newestMs: number;
  bytes: Record<StorageKind, number>;
  freedBytes: number;
};

/**
 * Sweeps the library in `root`; its database must be complete. @param kept media that stay in any case. Yields the
 * fraction that is done. @throws SQLite's or the file system's error.
 */
export function* sweep(
  db: DatabaseSync,
  root: string,
  kept: ReadonlySet<string>,
  { removes, nowMs, runStartedAtMs }: SweepOptions,
): Generator<number, SweepResult> {
  const isRemoving = removes !== 'nothing';
  const bytes = Object.fromEntries(STORAGE_KINDS.map((kind) => [kind, 0])) as SweepResult['bytes'];
  if (isRemoving) emptyLeaving(root);
  const rowsBefore = isRemoving ? registeredMedia(db) : [];
  const references = yield* within(0, SHARES.items, readItemReferences(db));
  const withoutRow = yield* within(
    SHARES.items,
    0,
    readSidecarReferences(root, (id) => references.itemIds.has(id)),
  );
  // Nobody knows what the item of an unreadable sidecar without a row needs: everything stays.
  const newestMs = withoutRow.isWhole ? Math.min(nowMs - MIN_AGE_MS, runStartedAtMs) : 0;
  const state: Sweep = { db, root, isRemoving, newestMs, bytes, freedBytes: 0 };
  const needed = new Set([...withoutRow.needed, ...readUnsentReferences(db), ...kept]);
  const { files, unneeded } = yield* within(SHARES.items, SHARES.media, countMedia(state, references, needed));
  if (isRemoving) {
    const rules: RemovalRules = { newestMs, kept, lastSeq: references.lastSeq };
    const isLost = ({ mediaId }: StoredMedia): boolean =>
      !files.has(mediaId) && !references.needed.has(mediaId) && !needed.has(mediaId);
    const lost = rowsBefore.filter(isLost).flatMap((media) => placeOf(root, media));
    const known = new Set(rowsBefore.map(({ mediaId }) => mediaId));
    const removable = removes === 'all' ? unneeded : unneeded.filter(({ mediaId }) => known.has(mediaId));
    yield* removeAll(state, [...removable, ...lost], rules, files);
    for (const _ of pruneJobs(db, root, nowMs)) yield 1 - SHARES.rest;
  } else {
    // Their thumbnails would go with them.
    for (const { mediaId } of unneeded) files.delete(mediaId);
  }
  yield* within(1 - SHARES.rest, SHARES.rest, countRest(state, files));
  return { bytes, freedBytes: state.freedBytes };
}

/** The registered media whose rows can be read. */
function registeredMedia(db: DatabaseSync): StoredMedia[] {
  const rows = db.prepare(
    'SELECT id AS "mediaId", extension, size_bytes AS "sizeBytes", pcm_rate_hz AS "pcmRateHz" FROM media',
  );
  return rows.all().flatMap((row) => storedMediaSchema.safeParse(row).data ?? []);
}

/** The place of a registered file; none if a symbolic link is on the way. */
function placeOf(root: string, { mediaId, extension }: StoredMedia): Unneeded[] {
  try {
    return [{ mediaId, path: safePath(root, 'media', mediaId.slice(0, 2), `${mediaId}.${extension}`) }];
  } catch (error) {
    if (error instanceof UnsafePathError) return [];
    throw error;
  }
}

/** Counts the media files. @returns the ids of all of them, and those that nothing needs. */
function* countMedia(
  { root, newestMs, bytes }: Sweep,
  references: ItemReferences,
  needed: ReadonlySet<string>,
): Generator<number, { files: Set<string>; unneeded: Unneeded[] }> {
  const files = new Set<string>();
  const unneeded: Unneeded[] = [];
  let count = 0;
  for (const { mediaId, path, sizeBytes, modifiedAtMs } of mediaFiles(root)) {
    files.add(mediaId);
    const byItems = references.needed.get(mediaId);
    const isBegun = (byItems ?? 'deleted') === 'deleted' && needed.has(mediaId);
    const kind = isBegun ? 'sources' : byItems;
    const isOld = modifiedAtMs < newestMs;
    bytes[kind ?? (isOld ? 'recoverable' : 'recent')] += sizeBytes;
    if (kind === undefined && isOld) unneeded.push({ mediaId, path });
    // The folders are named by the beginning of the hash, and come in their order.
    if (count++ % STEP_FILES === 0) yield Number.parseInt(mediaId.slice(0, 2), 16) / 256;
  }
  return { files, unneeded };
}

/** Removes what no sidecar needs either; a sidecar may be newer than its row. */
function* removeAll(
  state: Sweep,
  unneeded: readonly Unneeded[],
  rules: RemovalRules,
  files: Set<string>,
): Generator<number, void> {
  if (unneeded.length === 0) return;
  const { db, root, bytes } = state;
  const begin = SHARES.items + SHARES.media;
  const bySidecars = yield* within(
    begin,
    SHARES.sidecars,
    readSidecarReferences(root, () => false),
  );
  const left = unneeded.filter(({ mediaId }) => !bySidecars.needed.has(mediaId));
  for (let first = 0; first < left.length; first += STEP_REMOVALS) {
    const batch = left.slice(first, first + STEP_REMOVALS);
    const { freedBytes, removedIds } = removeUnneeded(db, root, batch, rules);
    state.freedBytes += freedBytes;
    bytes.recoverable -= freedBytes;
    for (const id of removedIds) files.delete(id);
    yield begin + SHARES.sidecars + (SHARES.removal * first) / left.length;
  }
}

/** Counts thumbnails, sidecars and the database, and removes thumbnails without their picture and half-written files. */
function* countRest(state: Sweep, media: ReadonlySet<string>): Generator<number, void> {
  const { root, bytes, newestMs } = state;
  const count = (file: PlainFile, kind: StorageKind, isNeeded: boolean): void => {
    if (isNeeded || file.modifiedAtMs >= newestMs) bytes[kind] += file.sizeBytes;
    else if (state.isRemoving && removed(file)) state.freedBytes += file.sizeBytes;
    else bytes.recoverable += file.sizeBytes;
  };
  const folders = foldersIn(root, 'thumbnails');
  for (const [index, folder] of folders.entries()) {
    yield index / (2 * folders.length);
    for (const file of filesIn(root, 'thumbnails', folder))
      if (file) count(file, 'thumbnails', media.has(file.name.split('.', 1)[0] ?? '') && !isTemporary(file));
  }
  for (const folder of ['items', 'scripts', 'collections', 'deleting'])
    for (const file of filesIn(root, folder)) {
      if (file) count(file, 'facts', !isTemporary(file));
      else yield 0.75;
    }
  for (const file of filesIn(root)) if (file) count(file, 'facts', true);
  for (const file of filesIn(root, 'incoming')) if (file) count(file, 'recent', true);
}

/** Passes on the progress of a part as that of the whole. */
function* within<T>(begin: number, share: number, part: Generator<number, T>): Generator<number, T> {
  for (;;) {
    const next = part.next();
    if (next.done) return next.value;
    yield begin + share * next.value;
  }
}
