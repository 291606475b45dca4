// Files that become complete together: each is written under a name of its own beside its place and renamed at the end.

import { access, type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SavedFile } from '../../shared/contract/provenance.ts';
import { safeFullName } from '../../shared/text/file-name.ts';
import { moveDurably, partPathBeside } from '../files.ts';
import type { FileOrigin } from '../provenance/origin.ts';
import { beginTraces, type NotedParts, type Provenance, SHARED_FILE_MODE, type Traces } from '../provenance/traces.ts';
import { createFreePaths, type FreePaths } from './free-path.ts';

/** Where the files go: one under the path that a person chose, or several in a folder, replacing none. */
export type ExportPlace = { path: string; isFolder: false } | { path: string; isFolder: true; freePath?: FreePaths };

/** The files of one export. All functions reject with the file system's error. */
export type PartFiles = {
  /** The folder that the files are in. */
  folder: string;
  /**
   * Completes the file before and begins the next. @param fileName used in a folder; elsewhere only its ending, which
   * says what the file contains. @param origin what it is made of; null if no relay made any of it
   */
  next: (fileName: string, origin: FileOrigin | null) => Promise<void>;
  write: (bytes: Uint8Array) => Promise<void>;
  /** Completes the last file and gives all their names. */
  keep: () => Promise<SavedFile[]>;
  /** Removes what has not got its name. Never rejects. @returns the paths of those that could not be removed. */
  remove: () => Promise<string[]>;
};

/** A file that has not got its name. `extension`: of what it contains, without a dot. */
type Part = { part: string; wanted: string; extension: string; traces: Traces };

/** Creates the files of an export, none yet. */
export function createPartFiles(place: ExportPlace, unfinished: NotedParts, provenance: Provenance): PartFiles {
  const folder = place.isFolder ? place.path : path.dirname(place.path);
  const freePath = place.isFolder ? (place.freePath ?? createFreePaths()) : async (wanted: string) => wanted;
  let current: (Part & { handle: FileHandle }) | undefined;
  /** Files that have not got their names, in order. */
  let parts: Part[] = [];

  const complete = async (): Promise<void> => {
    const done = current;
    current = undefined;
    if (done === undefined) return;
    try {
      await done.handle.sync();
    } finally {
      await done.handle.close();
    }
    await done.traces.mark(done.part, done.extension);
  };

  return {
    folder,
    async next(fileName, origin) {
      await complete();
      const extension = path.extname(fileName).slice(1);
      const wanted = place.isFolder ? path.join(folder, safeFullName(fileName)) : place.path;
      if (!place.isFolder) await requireUnused(wanted);
      const part = partPathBeside(wanted);
      await unfinished.add(part);
      const handle = await open(part, 'wx', SHARED_FILE_MODE);
      const begun = { part, wanted, extension, traces: beginTraces(provenance, origin, unfinished) };
      current = { ...begun, handle };
      parts.push(begun);
    },
    async write(bytes) {
      // Writes all of it, from where the last piece ended.
      await current?.handle.writeFile(bytes);
      current?.traces.add(bytes);
    },
    async keep() {
      await complete();
      const saved: SavedFile[] = [];
      const kept = parts.map(({ part }) => part);
      for (const one of [...parts]) {
        // Where a folder has vanished, none is created in its place.
        await access(one.part);
        const file = await freePath(one.wanted);
        await moveDurably(one.part, file);
        parts = parts.filter((other) => other !== one);
        saved.push(await one.traces.finish(file));
      }
      await unfinished.remove(kept);
      return saved;
    },
    async remove() {
      await current?.handle.close().catch(() => undefined);
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
