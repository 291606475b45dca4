// A library with its deletions for good, as one run of the app has them.

import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { verify } from '../../electron/database/recovery/verify.ts';
import { createDeleteForGood, type DeleteForGood } from '../../electron/library/delete-for-good.ts';
import { AT_ONCE } from '../../electron/library/incoming-file.ts';
import { createMediaStore } from '../../electron/library/media-store.ts';
import { openScripts, type Scripts } from '../../electron/scripts/scripts.ts';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { VerifyResult } from '../../shared/contract/recovery.ts';
import type { DeletedForGood } from '../../shared/contract/trash.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
import { madeTake } from './made-library.ts';
import { openRun, type Run } from './owned-media.ts';

/** A run of the app with its trash. */
export type TrashRun = Run & { scripts: Scripts; trash: DeleteForGood };

/**
 * Opens a library folder: a start of the app, which goes on with what a crash has interrupted.
 * @param onBatch called after each batch that was deleted.
 */
export async function openTrashRun(root: string, onBatch: () => void = () => undefined): Promise<TrashRun> {
  const run = openRun(root);
  const fail = (error: unknown): never => {
    throw error;
  };
  const scripts = openScripts(run.database, root, fail);
  const trash = createDeleteForGood({
    database: run.database,
    library: run.library,
    unsavedScripts: scripts.unsaved,
    isMaintained: () => false,
    onProgress: onBatch,
    onChanged: () => undefined,
  });
  // While the database is rebuilt nothing is deleted.
  await trash.resume();
  return { ...run, scripts, trash };
}

/** What a call returned that must succeed. */
export function succeeded<T>(result: Result<T, AppError>): T {
  if (!result.ok) throw new Error(`${result.error.code} ${JSON.stringify(result.error.details)}`);
  return result.data;
}

/** Empties the trash. */
export async function emptyTrash({ trash }: TrashRun): Promise<DeletedForGood> {
  return succeeded(await trash.empty());
}

/** Adds a take whose file contains its text. */
export async function addTake(
  { library, database }: TrashRun,
  root: string,
  number: number,
  text: string,
  changed: Partial<SpeechItem> = {},
): Promise<SpeechItem> {
  const item = madeTake(number, text, changed);
  const store = createMediaStore(root);
  const file = store.receive(item.id, AT_ONCE);
  await file.write(Buffer.from(text));
  await file.close();
  await store.keep(item.id, item.mediaId, 'pcm');
  await library.addMedia({ ...item, extension: 'pcm', pcmRateHz: 24_000 });
  await library.add(item);
  await database.opened();
  return item;
}

/** The items in the trash, sorted. */
export async function trashedIds({ library }: TrashRun): Promise<string[]> {
  const { items } = await library.list({ search: '', kind: null, beforeId: null, limit: 200, isTrashed: true });
  return items.map(({ id }) => id).sort();
}

/** What a check of the library finds wrong. */
export async function findingsOf(root: string): Promise<VerifyResult['findings']> {
  const { signal } = new AbortController();
  return (await verify(root, path.join(root, 'library.sqlite'), { signal, onProgress: () => undefined })).findings;
}

/** The names in a folder of a library; none if there is no such folder. */
export function namesIn(root: string, folder: string): string[] {
  try {
    return readdirSync(path.join(root, folder)).sort();
  } catch {
    return [];
  }
}

/** Removes the database, so that the next start rebuilds it from the files. */
export function loseDatabase(root: string): void {
  for (const name of namesIn(root, '.')) if (name.startsWith('library.sqlite')) rmSync(path.join(root, name));
}
