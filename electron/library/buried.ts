// Sidecars of items that are being deleted for good: `deleting/<id>.json`. An item whose sidecar is there has gone,
// whatever its row says: the deletion is finished at the next start, and a rebuild does not bring it back.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { idSchema } from '../../shared/contract/common.ts';
import { storageErrorCode, syncFolderSync } from '../files.ts';
import { readLimited } from './json-file.ts';
import { safePath, UnsafePathError } from './safe-path.ts';
import { MAX_SIDECAR_BYTES, sidecarPath } from './sidecar.ts';

const FOLDER = 'deleting';

function buriedPath(root: string, id: string): string {
  return safePath(root, FOLDER, `${id}.json`);
}

/**
 * Moves an item's sidecar to those that are being deleted: one step of the file system. @param body what is written
 * there if the item has no sidecar. @throws UnsafePathError, or the file system's error: the item is as it was then.
 */
export function bury(root: string, id: string, body: string): void {
  const target = buriedPath(root, id);
  const source = sidecarPath(root, id);
  mkdirSync(safePath(root, FOLDER), { recursive: true, mode: 0o700 });
  try {
    renameSync(source, target);
  } catch (error) {
    if (storageErrorCode(error) !== 'ENOENT') throw error;
    writeFileSync(target, body, { mode: 0o600, flush: true });
  }
}

/** Moves a sidecar back to its place. @throws as `bury`. */
export function unbury(root: string, id: string): void {
  renameSync(buriedPath(root, id), sidecarPath(root, id));
}

/** The ids of the items that are being deleted. None if the folder does not exist, or is none. */
export function buriedIds(root: string): string[] {
  try {
    const names = readdirSync(safePath(root, FOLDER)).filter((name) => name.endsWith('.json'));
    return names.map((name) => name.slice(0, -'.json'.length)).filter((id) => idSchema.safeParse(id).success);
  } catch (error) {
    if (error instanceof UnsafePathError || storageErrorCode(error) !== undefined) return [];
    throw error;
  }
}

/** What the sidecar of an item that is being deleted says; empty if it cannot be read. */
export function readBuried(root: string, id: string): string {
  try {
    return readLimited(buriedPath(root, id), MAX_SIDECAR_BYTES) ?? '';
  } catch (error) {
    if (error instanceof UnsafePathError || storageErrorCode(error) !== undefined) return '';
    throw error;
  }
}

/** Ends the deletion of an item: nothing of it is left. What cannot be removed now is removed later. */
export function forgetBuried(root: string, id: string): void {
  try {
    rmSync(buriedPath(root, id), { force: true });
  } catch (error) {
    if (!(error instanceof UnsafePathError) && storageErrorCode(error) === undefined) throw error;
  }
}

/** Makes durable what was moved between both folders. @throws the file system's error. */
export function syncBuried(root: string): void {
  for (const folder of [FOLDER, 'items']) {
    const place = safePath(root, folder);
    if (existsSync(place)) syncFolderSync(place);
  }
}
