// Removes media files that nothing needs, with their rows. It runs in the database's thread, so that no row changes
// between the last look at the references and the removal.

import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { storageErrorCode } from '../../files.ts';
import { mediaMentionedIn } from '../../library/item-media.ts';
import { safePath } from '../../library/safe-path.ts';
import { inTransaction } from '../schema.ts';
import { readUnsentReferences } from './references.ts';

/** A media file, or the row of one, that nothing was seen to need. */
export type Unneeded = { mediaId: string; path: string };

/** What decides about a removal besides the references. */
export type RemovalRules = {
  /** Files written later stay, in milliseconds since 1970. */
  newestMs: number;
  /** Media that stay in any case. */
  kept: ReadonlySet<string>;
  /** Items after this place were not seen. */
  lastSeq: number;
};

/** The folder in which a file is looked at a last time. */
export const LEAVING = 'leaving';

/**
 * Removes files and their rows, unless something has begun to need them or they were written anew. The files go first: a
 * crash leaves rows that nothing needs, which the next sweep removes.
 * @returns the removed bytes, and the media that are no longer there. @throws SQLite's error; a file that cannot be
 * removed now stays.
 */
export function removeUnneeded(
  db: DatabaseSync,
  root: string,
  batch: readonly Unneeded[],
  { newestMs, kept, lastSeq }: RemovalRules,
): { freedBytes: number; removedIds: string[] } {
  const unsent = readUnsentReferences(db);
  const added = db.prepare('SELECT body FROM items WHERE seq > ?').all(lastSeq);
  const byNewItems = new Set(added.flatMap(({ body }) => mediaMentionedIn(String(body))));
  const linked = db.prepare('SELECT body FROM items JOIN item_media ON item_id = id WHERE media_id = ?');
  const isNeeded = (mediaId: string): boolean =>
    kept.has(mediaId) ||
    unsent.has(mediaId) ||
    byNewItems.has(mediaId) ||
    // A link may be left from an earlier version of its item.
    linked.all(mediaId).some(({ body }) => mediaMentionedIn(String(body)).includes(mediaId));
  const removed = batch.filter(({ mediaId, path }) => !isNeeded(mediaId) && isOld(path, newestMs));
  let freedBytes = 0;
  const gone = removed.filter(({ path }) => {
    const outcome = removeOld(root, path, newestMs);
    freedBytes += outcome.freedBytes;
    return outcome.isGone;
  });
  const deleteLinks = db.prepare('DELETE FROM item_media WHERE media_id = ?');
  const deleteMedia = db.prepare('DELETE FROM media WHERE id = ?');
  inTransaction(db, () => {
    for (const { mediaId } of gone) {
      deleteLinks.run(mediaId);
      deleteMedia.run(mediaId);
    }
  });
  return { freedBytes, removedIds: gone.map(({ mediaId }) => mediaId) };
}

/** Removes what a crash has left between the two steps of a removal. */
export function emptyLeaving(root: string): void {
  try {
    const folder = safePath(root, LEAVING);
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { force: true });
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
  }
}

/** Whether nothing was written there since; true if there is no file. */
function isOld(file: string, newestMs: number): boolean {
  return (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < newestMs;
}

/**
 * Removes a file that is still old. An import of the same bytes, which does not wait for this thread, replaces a file by
 * renaming; so the file is renamed first, and looked at where no import can replace it.
 */
function removeOld(root: string, file: string, newestMs: number): { isGone: boolean; freedBytes: number } {
  try {
    const folder = safePath(root, LEAVING);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const aside = path.join(folder, path.basename(file));
    renameSync(file, aside);
    const { size, mtimeMs } = lstatSync(aside);
    if (mtimeMs >= newestMs) {
      renameSync(aside, file);
      return { isGone: false, freedBytes: 0 };
    }
    unlinkSync(aside);
    return { isGone: true, freedBytes: size };
  } catch (error) {
    // Not there, or held open by another program: then the next sweep tries again.
    const reason = storageErrorCode(error);
    if (reason === undefined) throw error;
    return { isGone: reason === 'ENOENT', freedBytes: 0 };
  }
}
