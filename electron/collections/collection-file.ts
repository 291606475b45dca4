// The file of one collection: `collections/<id>.json` in the library, the only place that holds all of it. Hostile input
// when it is read.

import { rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { type Collection, collectionSchema } from '../../shared/contract/collections.ts';
import { timestampMsSchema } from '../../shared/contract/common.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { writeFileAtomic } from '../files.ts';
import { type JsonFileProblem, readJsonFile } from '../library/json-file.ts';
import { safePath } from '../library/safe-path.ts';

/** Raised only when an older version of the app would misread the file; see the version of sidecars. */
const VERSION = 1;
const RULES = { kind: 'ownFile', maxBytes: 16 * 1024 * 1024, maxDepth: 16, version: VERSION } as const;

/** The folder of the library that has the collections. */
export const COLLECTIONS_FOLDER = 'collections';

const fileSchema = z.object({ removedAtMs: timestampMsSchema.nullable().catch(null), collection: collectionSchema });

/**
 * A collection as its file has it: when a person removed it, if they did. `others` are the file's fields that this version
 * does not know: they are kept when it is written again, as are those of the collection.
 */
export type StoredCollection = {
  collection: Collection;
  removedAtMs: number | null;
  others: Readonly<Record<string, unknown>>;
};

/** Path of a collection's file. @throws UnsafePathError */
function collectionPath(root: string, id: string): string {
  return safePath(root, COLLECTIONS_FOLDER, `${id}.json`);
}

/** Reads and checks a collection. */
export function readCollection(root: string, id: string): Result<StoredCollection, JsonFileProblem> {
  const raw = readJsonFile(() => collectionPath(root, id), RULES);
  if (!raw.ok) return raw;
  const read = fileSchema.safeParse(raw.data);
  if (!read.success || read.data.collection.id !== id) return fail('invalid');
  const { version: _version, removedAtMs: _removedAtMs, collection: _collection, ...others } = raw.data;
  return ok({ ...read.data, others });
}

/** Writes a collection. @returns when it was written, as `listJsonFolder` has it. @throws the file system's error. */
export async function writeCollection(root: string, stored: StoredCollection): Promise<number> {
  const { collection, removedAtMs, others } = stored;
  const file = collectionPath(root, collection.id);
  await writeFileAtomic(file, `${JSON.stringify({ ...others, version: VERSION, removedAtMs, collection })}\n`);
  return (await stat(file)).mtimeMs;
}

/** Removes the file of a collection for good. @throws the file system's error. */
export async function discardCollection(root: string, id: string): Promise<void> {
  await rm(collectionPath(root, id), { force: true });
}
