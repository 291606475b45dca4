// Deletions for good as operations of the database's thread: a look at what is needed, in steps, then batches.

import type { DatabaseSync } from 'node:sqlite';
import { buriedIds, forgetBuried } from '../../library/buried.ts';
import { keepReserve, releaseReserve } from '../../library/reserve.ts';
import { readUnsentReferences } from '../sweep/references.ts';
import { emptyLeaving } from '../sweep/remove-unneeded.ts';
import { type Deletion, type DeletionRules, deleteItems, freeFiles } from './delete-items.ts';
import { filesOfBuried } from './finish-deletions.ts';
import { itemsOfJobs, takesInUse } from './items-in-use.ts';
import { type LooseReferences, readLooseReferences } from './loose-references.ts';

/** What main knows of media that are in use. */
type MediaPins = { keptIds: readonly string[]; newestMs: number };

/** Items of the trash: how many, the bytes of the files that only they need, and how many stay because they are needed. */
type TrashCounts = { count: number; bytes: number; inUseCount: number };

/** Operations of deletions. All throw SQLite's or the file system's error. */
export type DeletionRows = {
  /**
   * Begins to look at what is needed. @returns false where the database does not list the whole library, because it is
   * being rebuilt or cannot be written.
   */
  beginLook: () => boolean;
  /** Looks at a small part. @returns whether that is all. */
  look: () => boolean;
  /** The ids of items in the trash, those deleted first before the others. @param beforeMs only those deleted before. */
  trashed: (beforeMs: number | null) => string[];
  /** Counts items of the trash; null is all of them. Needs a look. */
  count: (ids: readonly string[] | null) => TrashCounts;
  /** Deletes items of the trash for good. Needs a look. */
  remove: (ids: readonly string[], holds: MediaPins) => Deletion;
  /** Makes room on a full disk for what deletions write before they free anything, until `finish`. */
  makeRoom: () => void;
  /** Makes deletions final: from here on no copy of the database on the disk has them. */
  finish: () => void;
  /** The number of deletions that a crash has interrupted. */
  interrupted: () => number;
  /** Frees the files of interrupted deletions. Needs a look. @returns the bytes. */
  resume: (holds: MediaPins) => number;
};

type Look = { inUse: Set<string>; loose: LooseReferences };

/**
 * Prepares deletions. @param root the library's folder; null where there must be none. @param kept media that the page
 * may still use though nothing stored refers to them.
 */
export function createDeletionRows(db: DatabaseSync, root: string | null, kept: ReadonlySet<string>): DeletionRows {
  let looking: Generator<void, Look> | undefined;
  let look: Look | undefined;
  let loose: LooseReferences | undefined;
  /** Deleted, but perhaps not in the file of the database yet. */
  const unfinished = new Set<string>();

  function* lookAround(folder: string): Generator<void, Look> {
    const inUse = yield* takesInUse(db, folder);
    // Once in a run: what is added later has links.
    loose ??= yield* readLooseReferences(db, folder);
    return { inUse, loose };
  }
  const rulesOf = ({ keptIds, newestMs }: MediaPins): DeletionRules | undefined =>
    look && {
      loose: look.loose,
      inUse: new Set([...look.inUse, ...itemsOfJobs(db)]),
      kept: new Set([...kept, ...keptIds]),
      newestMs,
    };
  const selectTrashed = db.prepare(
    `SELECT id FROM items WHERE trashed_at_ms IS NOT NULL AND (:before IS NULL OR trashed_at_ms < :before)
     ORDER BY trashed_at_ms, seq`,
  );
  const trashed = (beforeMs: number | null): string[] =>
    selectTrashed.all({ before: beforeMs }).map(({ id }) => String(id));
  const selectOnlyTheirs = db.prepare(
    `SELECT id, size_bytes FROM media WHERE id IN (SELECT media_id FROM item_media WHERE item_id IN (SELECT value FROM json_each(:ids)))
     AND NOT EXISTS (SELECT 1 FROM item_media WHERE media_id = media.id AND item_id NOT IN (SELECT value FROM json_each(:ids)))`,
  );

  const checkpoint = (folder: string): void => {
    if (unfinished.size === 0) return;
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {};
    // Another connection reads: a later start finishes it.
    if (busy !== 0) return;
    for (const id of unfinished) forgetBuried(folder, id);
    unfinished.clear();
  };
  if (root !== null) keepReserve(root);

  return {
    beginLook() {
      look = undefined;
      looking = root === null ? undefined : lookAround(root);
      return looking !== undefined;
    },
    look() {
      if (!looking) return true;
      const part = looking;
      looking = undefined;
      const next = part.next();
      if (next.done) look = next.value;
      else looking = part;
      return next.done === true;
    },
    trashed,
    count(ids) {
      const wanted = ids === null ? null : new Set(ids);
      const found = trashed(null).filter((id) => wanted === null || wanted.has(id));
      const inUse = rulesOf({ keptIds: [], newestMs: 0 })?.inUse ?? new Set();
      const going = found.filter((id) => !inUse.has(id));
      const needed = readUnsentReferences(db);
      const bytes = selectOnlyTheirs
        .all({ ids: JSON.stringify(going) })
        .reduce((sum, row) => (needed.has(String(row.id)) ? sum : sum + Number(row.size_bytes)), 0);
      return { count: found.length, bytes, inUseCount: found.length - going.length };
    },
    remove(ids, holds) {
      const rules = rulesOf(holds);
      if (root === null || !rules) throw new Error('Nothing was looked at');
      const done = deleteItems(db, root, ids, rules);
      for (const id of done.deletedIds) {
        unfinished.add(id);
        for (const itemIds of rules.loose.itemsOf.values()) itemIds.delete(id);
      }
      return done;
    },
    makeRoom() {
      if (root !== null) releaseReserve(root);
    },
    finish() {
      if (root === null) return;
      checkpoint(root);
      keepReserve(root);
    },
    interrupted: () => (root === null ? 0 : buriedIds(root).filter((id) => !unfinished.has(id)).length),
    resume(holds) {
      const rules = rulesOf(holds);
      if (root === null || !rules) throw new Error('Nothing was looked at');
      let freedBytes = 0;
      for (const [id, mediaIds] of filesOfBuried(root, (one) => unfinished.has(one))) {
        const freed = freeFiles(db, root, id, mediaIds, rules);
        if (freed === null) continue;
        freedBytes += freed;
        unfinished.add(id);
      }
      emptyLeaving(root);
      return freedBytes;
    },
  };
}
