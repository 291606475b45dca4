// Deletes items of the trash for good: sidecar, rows, and the files that nothing else needs. All steps of an item happen
// or none; after a crash the deletion goes on.

import { lstatSync, mkdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { storageErrorCode } from '../../files.ts';
import { bury, readBuried, syncBuried, unbury } from '../../library/buried.ts';
import { mediaMentionedIn } from '../../library/item-media.ts';
import { safePath, UnsafePathError } from '../../library/safe-path.ts';
import { readMediaRow } from '../../library/stored-media.ts';
import { thumbnailPaths } from '../../library/thumbnail-paths.ts';
import { inTransaction } from '../schema.ts';
import { readUnsentReferences } from '../sweep/references.ts';
import { LEAVING } from '../sweep/remove-unneeded.ts';
import type { LooseReferences } from './loose-references.ts';

/** What decides about a deletion besides the rows. */
export type DeletionRules = {
  /** Items that stay because something needs them. */
  inUse: ReadonlySet<string>;
  /** Media that stay in any case. */
  kept: ReadonlySet<string>;
  /** Files written at this time or later stay, in milliseconds since 1970: they are being imported. */
  newestMs: number;
  loose: LooseReferences;
};

/** What became of some items. `reason`: the system's code. Those in no list are not in the trash. */
export type Deletion = {
  deletedIds: string[];
  inUseIds: string[];
  failed: { id: string; reason: string }[];
  freedBytes: number;
};

/** A file that was moved aside. */
type LeavingFile = { from: string; aside: string; mediaId: string; sizeBytes: number };

/**
 * Deletes some items in one transaction. The sidecar of each is moved first, which decides that the item goes; its files
 * are moved aside, and removed when the rows are gone. An item whose sidecar or file cannot be moved stays as it is.
 * @throws SQLite's error: no item of the batch was deleted.
 */
export function deleteItems(db: DatabaseSync, root: string, ids: readonly string[], rules: DeletionRules): Deletion {
  const done: Deletion = { deletedIds: [], inUseIds: [], failed: [], freedBytes: 0 };
  const leaving: LeavingFile[] = [];
  const undo: Undo = [];
  const unsent = readUnsentReferences(db);
  const isNeeded = createNeedCheck(db, { ...rules, kept: new Set([...rules.kept, ...unsent]) }, done.deletedIds);
  const selectItem = db.prepare('SELECT seq, trashed_at_ms, body FROM items WHERE id = ?');
  try {
    inTransaction(db, () => {
      for (const id of new Set(ids)) {
        const row = selectItem.get(id);
        if (row === undefined || row.trashed_at_ms === null) continue;
        if (rules.inUse.has(id)) {
          done.inUseIds.push(id);
          continue;
        }
        const reason = deleteOne({ db, root, isNeeded, rules, undo, leaving }, id, String(row.body));
        if (reason === null) done.deletedIds.push(id);
        else done.failed.push({ id, reason });
      }
      if (done.deletedIds.length > 0) syncBuried(root);
    });
  } catch (error) {
    undoAll(undo);
    throw error;
  }
  done.freedBytes = removeLeaving(root, leaving);
  return done;
}

/** What brings back the steps that were done, to be called from the last to the first. */
type Undo = (() => void)[];

type Work = {
  db: DatabaseSync;
  root: string;
  isNeeded: (mediaId: string, itemId: string) => boolean;
  rules: DeletionRules;
  undo: Undo;
  leaving: LeavingFile[];
};

/** @returns why the item stays; null if it has gone. @throws SQLite's error. */
function deleteOne(work: Work, id: string, body: string): string | null {
  const { db, root } = work;
  const stepsBefore = work.undo.length;
  const filesBefore = work.leaving.length;
  db.exec('SAVEPOINT item');
  try {
    bury(root, id, body);
    work.undo.push(() => unbury(root, id));
    const linked = db.prepare('SELECT media_id FROM item_media WHERE item_id = ?').all(id);
    const mediaIds = [
      ...linked.map((row) => String(row.media_id)),
      ...mediaMentionedIn(body),
      ...mediaMentionedIn(readBuried(root, id)),
    ];
    deleteItemRows(db, id);
    for (const mediaId of new Set(mediaIds)) releaseMedia(work, mediaId, id);
    db.exec('RELEASE item');
    return null;
  } catch (error) {
    const reason = error instanceof UnsafePathError ? 'ELOOP' : storageErrorCode(error);
    if (reason === undefined || reason.startsWith('SQLITE_')) throw error;
    db.exec('ROLLBACK TO item; RELEASE item');
    undoAll(work.undo.splice(stepsBefore));
    work.leaving.length = filesBefore;
    return reason;
  }
}

/**
 * Frees the files of an item that a crash has left without its rows, unless something needs them.
 * @returns the bytes; null if a file cannot be moved now. @throws SQLite's error.
 */
export function freeFiles(
  db: DatabaseSync,
  root: string,
  itemId: string,
  mediaIds: readonly string[],
  rules: DeletionRules,
): number | null {
  const leaving: LeavingFile[] = [];
  const undo: Undo = [];
  const kept = new Set([...rules.kept, ...readUnsentReferences(db)]);
  const isNeeded = createNeedCheck(db, { ...rules, kept }, []);
  try {
    inTransaction(db, () => {
      for (const mediaId of mediaIds) releaseMedia({ db, root, isNeeded, rules, undo, leaving }, mediaId, itemId);
    });
  } catch (error) {
    undoAll(undo);
    const reason = error instanceof UnsafePathError ? 'ELOOP' : storageErrorCode(error);
    if (reason === undefined || reason.startsWith('SQLITE_')) throw error;
    return null;
  }
  return removeLeaving(root, leaving);
}

/** Deletes the rows of an item. */
export function deleteItemRows(db: DatabaseSync, id: string): void {
  db.prepare('DELETE FROM item_media WHERE item_id = ?').run(id);
  db.prepare('DELETE FROM items_text WHERE rowid = (SELECT seq FROM items WHERE id = ?)').run(id);
  db.prepare('DELETE FROM items WHERE id = ?').run(id);
}

/** Moves a file aside and deletes its row, unless something needs it or it is being imported. */
function releaseMedia({ db, root, isNeeded, rules, undo, leaving }: Work, mediaId: string, itemId: string): void {
  if (isNeeded(mediaId, itemId)) return;
  const from = mediaPath(db, root, mediaId);
  if (from === undefined) return;
  const facts = lstatSync(from, { throwIfNoEntry: false });
  if (facts && facts.mtimeMs >= rules.newestMs) return;
  if (facts) {
    const aside = path.join(safePath(root, LEAVING), path.basename(from));
    mkdirSync(path.dirname(aside), { recursive: true, mode: 0o700 });
    renameSync(from, aside);
    undo.push(() => renameSync(aside, from));
    // An import that has just replaced it is found where no other can.
    if (lstatSync(aside).mtimeMs >= rules.newestMs) {
      renameSync(aside, from);
      undo.pop();
      return;
    }
    leaving.push({ from, aside, mediaId, sizeBytes: facts.size });
  }
  db.prepare('DELETE FROM item_media WHERE media_id = ?').run(mediaId);
  db.prepare('DELETE FROM media WHERE id = ?').run(mediaId);
}

/** The path of a registered file; undefined if it is not registered, or its row names no possible file. */
function mediaPath(db: DatabaseSync, root: string, mediaId: string): string | undefined {
  const row = db.prepare('SELECT * FROM media WHERE id = ?').get(mediaId);
  if (row === undefined) return undefined;
  try {
    const { extension } = readMediaRow(row);
    return safePath(root, 'media', mediaId.slice(0, 2), `${mediaId}.${extension}`);
  } catch {
    // What is there is no file of the library, and stays.
    return undefined;
  }
}

/** @param gone items that were deleted meanwhile, which need nothing. */
function createNeedCheck(
  db: DatabaseSync,
  { kept, loose }: Pick<DeletionRules, 'kept' | 'loose'>,
  gone: readonly string[],
): (mediaId: string, itemId: string) => boolean {
  const selectLinked = db.prepare('SELECT id, body FROM items JOIN item_media ON item_id = id WHERE media_id = ?');
  return (mediaId, itemId) =>
    !loose.isWhole ||
    kept.has(mediaId) ||
    [...(loose.itemsOf.get(mediaId) ?? [])].some((id) => id !== itemId && !gone.includes(id)) ||
    // A link may be left from an earlier version of its item.
    selectLinked.all(mediaId).some(({ id, body }) => id !== itemId && mediaMentionedIn(String(body)).includes(mediaId));
}

function undoAll(steps: Undo): void {
  for (const step of steps.toReversed()) {
    try {
      step();
    } catch (error) {
      // What cannot be brought back now is deleted at the next start.
      if (storageErrorCode(error) === undefined) throw error;
    }
  }
}

/** Removes files that were moved aside, with their thumbnails. @returns the bytes. */
function removeLeaving(root: string, leaving: readonly LeavingFile[]): number {
  let freedBytes = 0;
  for (const { aside, mediaId, sizeBytes } of leaving) {
    freedBytes += sizeBytes + removeThumbnails(root, mediaId);
    try {
      unlinkSync(aside);
    } catch (error) {
      // It has left the library; the next sweep removes it.
      if (storageErrorCode(error) === undefined) throw error;
    }
  }
  return freedBytes;
}

/** @returns the bytes of a file's thumbnails, which are removed. */
function removeThumbnails(root: string, mediaId: string): number {
  let freedBytes = 0;
  try {
    for (const file of thumbnailPaths(root, mediaId)) {
      const facts = lstatSync(file, { throwIfNoEntry: false });
      rmSync(file, { force: true });
      freedBytes += facts?.size ?? 0;
    }
  } catch (error) {
    // They can be made again; the next sweep removes them.
    if (!(error instanceof UnsafePathError) && storageErrorCode(error) === undefined) throw error;
  }
  return freedBytes;
}
