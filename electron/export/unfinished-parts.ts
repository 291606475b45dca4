// Remembers the unfinished files of exports, so that those of a process that was killed are removed at the next start.

import { appendFile, lstat, rm } from 'node:fs/promises';
import { parseBounded } from '../../shared/json/bounded-json.ts';
import { isPartPath, readHead, storageErrorCode, writeFileAtomic } from '../files.ts';

const MAX_LIST_BYTES = 1024 * 1024;

/** The list. What cannot be stored is forgotten: then a file stays that a person can delete. Its functions never reject. */
export type UnfinishedParts = {
  /** To be called before the file is created. */
  add: (part: string) => Promise<void>;
  /** The files have their names, or were removed. */
  remove: (parts: readonly string[]) => Promise<void>;
  /** Removes the files that an earlier process has left, once, before any export. */
  sweep: () => Promise<void>;
};

/** @param file where the list is stored, a path in each line as JSON; it is there only while an export runs. */
export function createUnfinishedParts(file: string): UnfinishedParts {
  const parts = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  const inTurn = (write: () => Promise<void>): Promise<void> => {
    last = last.then(write).catch((error: unknown) => {
      if (storageErrorCode(error) === undefined) throw error;
    });
    return last;
  };
  return {
    add: (part) => {
      parts.add(part);
      return inTurn(() => appendFile(file, rowOf(part), { mode: 0o600 }));
    },
    remove: (done) => {
      for (const part of done) parts.delete(part);
      if (done.length === 0) return last;
      return inTurn(() =>
        parts.size === 0 ? rm(file, { force: true }) : writeFileAtomic(file, [...parts].map(rowOf).join('')),
      );
    },
    sweep: async () => {
      for (const part of await readList(file)) if (await isOurs(part)) await rm(part).catch(() => undefined);
      await inTurn(() => rm(file, { force: true }));
    },
  };
}

function rowOf(part: string): string {
  return `${JSON.stringify(part)}\n`;
}

/** The paths in the list; none if there is no list. */
async function readList(file: string): Promise<string[]> {
  const text = Buffer.from(await readHead(file, MAX_LIST_BYTES).catch(() => new Uint8Array())).toString('utf8');
  return text.split('\n').flatMap((row) => {
    // Cut off, or empty.
    const part = parseBounded(row, 'ownFile');
    return part.ok && typeof part.data === 'string' ? part.data : [];
  });
}

/** Whether a path can be one of an unfinished file: nothing else is removed, whatever is in the list. */
async function isOurs(part: string): Promise<boolean> {
  if (!isPartPath(part)) return false;
  return lstat(part).then(
    (facts) => facts.isFile(),
    () => false,
  );
}
