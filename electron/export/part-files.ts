// Files that become complete together: each is written under a name of its own beside its place and renamed at the end.

import { access, type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { safeFullName } from '../../shared/text/file-name.ts';
import { moveDurably, partPathBeside } from '../files.ts';
import { createFreePaths, type FreePaths } from './free-path.ts';
import type { UnfinishedParts } from './unfinished-parts.ts';

/** Permissions of saved files: readable by others, as far as the system's umask allows. */
const SHARED_FILE_MODE = 0o666;

/** Where the files go: one under the path that a person chose, or several in a folder, replacing none. */
export type ExportPlace = { path: string; isFolder: false } | { path: string; isFolder: true; freePath?: FreePaths };

/** The files of one export. All functions reject with the file system's error. */
export type PartFiles = {
  /** The folder that the files are in. */
  folder: string;
  /** Completes the file before and begins the next. The name is used in a folder only. */
  next: (fileName: string) => Promise<void>;
  write: (bytes: Uint8Array) => Promise<void>;
  /** Completes the last file and gives all their names, which are returned. */
  keep: () => Promise<string[]>;
  /** Removes what has not got its name. Never rejects. @returns the paths of those that could not be removed. */
  remove: () => Promise<string[]>;
};

/** Creates the files of an export, none yet. */
export function createPartFiles(place: ExportPlace, unfinished: Pick<UnfinishedParts, 'add' | 'remove'>): PartFiles {
  const folder = place.isFolder ? place.path : path.dirname(place.path);
  const freePath = place.isFolder ? (place.freePath ?? createFreePaths()) : async (wanted: string) => wanted;
  let current: FileHandle | undefined;
  /** Files that have not got their names, in order. */
  let parts: { part: string; wanted: string }[] = [];

  const complete = async (): Promise<void> => {
    const handle = current;
    current = undefined;
    if (handle === undefined) return;
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  };

  return {
    folder,
    async next(fileName) {
      await complete();
      const wanted = place.isFolder ? path.join(folder, safeFullName(fileName)) : place.path;
      if (!place.isFolder) await requireUnused(wanted);
      const part = partPathBeside(wanted);
      await unfinished.add(part);
      current = await open(part, 'wx', SHARED_FILE_MODE);
      parts.push({ part, wanted });
    },
    async write(bytes) {
      // Writes all of it, from where the last piece ended.
      await current?.writeFile(bytes);
    },
    async keep() {
      await complete();
      const names: string[] = [];
      const kept = parts.map(({ part }) => part);
      for (const one of [...parts]) {
        // Where a folder has vanished, none is created in its place.
        await access(one.part);
        const file = await freePath(one.wanted);
        await moveDurably(one.part, file);
        parts = parts.filter((other) => other !== one);
        names.push(path.basename(file));
      }
      await unfinished.remove(kept);
      return names;
    },
    async remove() {
      await current?.close().catch(() => undefined);
      current = undefined;
      const left: string[] = [];
      for (const { part } of parts) await rm(part, { force: true }).catch(() => left.push(part));
      await unfinished.remove(parts.map(({ part }) => part));
      parts = [];
      return left;
    },
  };
}

/** Learns before all the work whether the file to be replaced can be: another program may have it in use. */
async function requireUnused(file: string): Promise<void> {
  try {
    const handle = await open(file, 'r+');
    await handle.close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
