// A library with its deletions for good, as one run of the app has them.

import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createDeleteForGood, type DeleteForGood } from '../../electron/library/delete-for-good.ts';
import { openScripts, type Scripts } from '../../electron/scripts/scripts.ts';
import type { DeletedForGood } from '../../shared/contract/trash.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Result } from '../../shared/result.ts';
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
