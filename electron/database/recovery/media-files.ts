// The media files of a library as the folder has them, with names from the closed set only.

import { lstatSync, opendirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_PCM_RATE_HZ } from '../../../shared/speech/formats.ts';
import { storageErrorCode, UNSAFE_PATH } from '../../files.ts';
import { buriedIds } from '../../library/buried.ts';
import { safePath } from '../../library/safe-path.ts';
import { type StoredMedia, storedMediaSchema } from '../../library/stored-media.ts';

const FOLDER = /^[0-9a-f]{2}$/;

/**
 * Each media file and when it was written, without symbolic links and other names. The rate of pcm is not in the file: it has the default.
 * Reads one folder of the 256 at a time; a folder that cannot be read has no files.
 */
export function* mediaFiles(root: string): Generator<StoredMedia & { path: string; modifiedAtMs: number }> {
  for (const folder of foldersOf(root)) {
    for (const name of namesOf(root, folder)) {
      const { name: mediaId, ext } = path.parse(name);
      const extension = ext.slice(1);
      if (!mediaId.startsWith(folder)) continue;
      const file = path.join(root, 'media', folder, name);
      const facts = lstatSync(file, { throwIfNoEntry: false });
      if (!facts?.isFile()) continue;
      const read = storedMediaSchema.safeParse({
        mediaId,
        extension,
        sizeBytes: facts.size,
        pcmRateHz: DEFAULT_PCM_RATE_HZ,
      });
      if (read.success) yield { ...read.data, path: file, modifiedAtMs: facts.mtimeMs };
    }
  }
}

/**
 * Whether the library has at least one sidecar, be it of an item that is being deleted. @throws the system's error if their
 * folder cannot be read.
 */
export function hasSidecars(root: string): boolean {
  try {
    using folder = opendirSync(safePath(root, 'items'));
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) if (entry.name.endsWith('.json')) return true;
  } catch (error) {
    // Nothing is there from which something could be rebuilt.
    if (!['ENOENT', 'ENOTDIR', UNSAFE_PATH].includes(storageErrorCode(error) ?? '')) throw error;
  }
  return buriedIds(root).length > 0;
}

function foldersOf(root: string): string[] {
  try {
    return readdirSync(safePath(root, 'media')).filter((name) => FOLDER.test(name));
  } catch {
    return [];
  }
}

function namesOf(root: string, folder: string): string[] {
  try {
    return readdirSync(safePath(root, 'media', folder));
  } catch {
    return [];
  }
}
