// Folders of the library with one JSON file for each thing: `<folder>/<id>.json`. Their files may come, change and go by
// other ways than the app.

import { lstatSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { idSchema } from '../../shared/contract/common.ts';
import { storageErrorCode } from '../files.ts';
import { safePath, UnsafePathError } from './safe-path.ts';

/** When a thing's file was written, as `listJsonFolder` has it. Undefined if there is none that can be read. */
export function writtenAtMsOf(root: string, folder: string, id: string): number | undefined {
  try {
    return lstatSync(safePath(root, folder, `${id}.json`)).mtimeMs;
  } catch (error) {
    if (error instanceof UnsafePathError || storageErrorCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** Lists the ids of all files, and when each was written. None if there is no folder. @throws the system's error. */
export async function listJsonFolder(root: string, folder: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const name of await namesIn(root, folder)) {
    const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
    if (!idSchema.safeParse(id).success) continue;
    const writtenAtMs = await mtimeOf(path.join(safePath(root, folder), name));
    if (writtenAtMs !== undefined) found.set(id, writtenAtMs);
  }
  return found;
}

async function namesIn(root: string, folder: string): Promise<string[]> {
  try {
    return await readdir(safePath(root, folder));
  } catch (error) {
    if (storageErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Undefined if the file has gone. */
async function mtimeOf(file: string): Promise<number | undefined> {
  try {
    return (await lstat(file)).mtimeMs;
  } catch (error) {
    if (storageErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
