// Notices that somebody else has changed an item's sidecar since the app wrote it, before the app writes it again.

import { lstatSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { mediaIdsOf } from './item-media.ts';
import { quarantine } from './quarantine.ts';
import { readSidecar, type Sidecar, sidecarPath } from './sidecar.ts';

/**
 * Compares an item's sidecar with its row, which has what the app wrote last. One that cannot be read, or is of other
 * media, is renamed in its folder, so that writing the item again does not overwrite it; one that is no file, or was written
 * by a newer version, is left to the writing.
 * @returns what the sidecar says, if that is something else. @throws UnsafePathError, or the file system's error.
 */
export function readOutsideChange(
  root: string,
  row: LibraryItem,
  trashedAtMs: number | null,
): Pick<Sidecar, 'item' | 'trashedAtMs'> | undefined {
  const read = readSidecar(root, row.id);
  if (!read.ok && ['missing', 'newer', 'link'].includes(read.error)) return undefined;
  if (!read.ok || !isOfSameMedia(read.data.item, row)) {
    const file = sidecarPath(root, row.id);
    if (lstatSync(file).isFile()) quarantine(file);
    return undefined;
  }
  const isSame = isDeepStrictEqual(read.data.item, row) && read.data.trashedAtMs === trashedAtMs;
  return isSame ? undefined : read.data;
}

function isOfSameMedia(one: LibraryItem, other: LibraryItem): boolean {
  return one.kind === other.kind && isDeepStrictEqual(new Set(mediaIdsOf(one)), new Set(mediaIdsOf(other)));
}
