// Finishes deletions that a crash has interrupted: the sidecar says that an item goes, its rows and files follow.

import { lstatSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { storageErrorCode } from '../../files.ts';
import { buriedIds, forgetBuried, readBuried } from '../../library/buried.ts';
import { mediaMentionedIn } from '../../library/item-media.ts';
import { UnsafePathError } from '../../library/safe-path.ts';
import { sidecarPath } from '../../library/sidecar.ts';
import { inTransaction } from '../schema.ts';
import { deleteItemRows } from './delete-items.ts';

/**
 * Deletes the rows of items that a crash has left between two steps, right after the database was opened. An item that
 * has a sidecar all the same, because another program put it there, stays. On a disk that takes nothing this is left to
 * a later start.
 */
export function deleteBuriedRows(db: DatabaseSync, root: string): void {
  try {
    const ids = buriedIds(root);
    if (ids.length === 0) return;
    for (const id of ids) if (hasSidecar(root, id)) forgetBuried(root, id);
    inTransaction(db, () => {
      for (const id of ids) if (!hasSidecar(root, id)) deleteItemRows(db, id);
    });
  } catch (error) {
    if (storageErrorCode(error) === undefined) throw error;
  }
}

/** The files of items whose rows have gone and whose files may be left, by item. */
export function filesOfBuried(root: string, isFinished: (id: string) => boolean): Map<string, string[]> {
  const left = buriedIds(root).filter((id) => !isFinished(id));
  return new Map(left.map((id) => [id, [...new Set(mediaMentionedIn(readBuried(root, id)))]]));
}

/** Also if a symbolic link is in its place, which is not the app's. */
function hasSidecar(root: string, id: string): boolean {
  try {
    return lstatSync(sidecarPath(root, id), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (error instanceof UnsafePathError) return true;
    throw error;
  }
}
