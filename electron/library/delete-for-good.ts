// Deletes items of the trash for good: those a person names, all of them, or those that have been there for long.

import type { DeletedForGood, TrashSummary } from '../../shared/contract/trash.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { storageProblemOf } from '../../shared/storage/storage-problems.ts';
import type { Database } from '../database/client.ts';
import { whileWriting } from '../files.ts';
import { unwritable } from '../storage.ts';
import type { Unsaved } from '../storage-health.ts';
import { createTurns } from './in-turn.ts';
import type { Library } from './library.ts';

/** Items of one transaction: some ten milliseconds, between which others use the database. */
const BATCH = 20;
/** Batches after which lists are read again, and deletions are made final. */
const BATCHES_AT_ONCE = 25;

/** Deletions for good, one after the other. */
export type DeleteForGood = {
  /** Counts items of the trash. @param ids null counts all. */
  summary: (ids: readonly string[] | null) => Promise<Result<TrashSummary, AppError>>;
  /** Deletes these items, as far as they are in the trash and nothing needs them. */
  deleteItems: (ids: readonly string[]) => Promise<Result<DeletedForGood, AppError>>;
  empty: () => Promise<Result<DeletedForGood, AppError>>;
  /** Deletes what was moved to the trash before a time, in milliseconds since 1970. */
  expire: (beforeMs: number) => Promise<Result<DeletedForGood, AppError>>;
  /** Frees the files of deletions that a crash has interrupted. */
  resume: () => Promise<Result<null, AppError>>;
  /** Whether something is being deleted, or will be as soon as that ends. */
  isBusy: () => boolean;
  /** Ends a deletion after its batch. */
  stop: () => void;
};

/** What deletions need. */
export type DeleteForGoodDeps = {
  database: Pick<Database, 'deletion' | 'opened'>;
  library: Pick<Library, 'whileUnchanged' | 'holds'>;
  /** Scripts that are not on the disk yet: nobody knows which takes they need. */
  unsavedScripts: Unsaved;
  /** Whether the library is being rebuilt or verified: its files and rows must stay as they are. */
  isMaintained: () => boolean;
  onProgress: (progress: { done: number; total: number }) => void;
  onChanged: (ids: string[]) => void;
};

/** Creates the deletions. */
export function createDeleteForGood(deps: DeleteForGoodDeps): DeleteForGood {
  const { library, unsavedScripts, onProgress, onChanged } = deps;
  const rows = deps.database.deletion;
  const inTurn = createTurns();
  let isStopped = false;
  let begun = 0;

  const look = async (): Promise<Result<null, AppError>> => {
    await unsavedScripts.save();
    if (!unsavedScripts.isSaved()) return fail(appError('storage.failed'));
    if (!(await rows.beginLook())) return fail(appError('library.maintained'));
    while (!(await rows.look()));
    return ok(null);
  };

  /** Does `work` after a look at what is needed. */
  const afterLook = <T>(work: () => Promise<T>): Promise<Result<T, AppError>> => {
    begun += 1;
    return inTurn('deletion', async () => {
      const done = await whileWriting(async (): Promise<Result<T, AppError>> => {
        const storage = await deps.database.opened();
        if (deps.isMaintained()) return fail(appError('library.maintained'));
        if (!storage.isWritable) return unwritable(storage);
        await rows.makeRoom();
        try {
          const looked = await look();
          return looked.ok ? ok(await work()) : looked;
        } finally {
          await rows.finish();
        }
      });
      return done.ok ? done.data : done;
    }).finally(() => {
      begun -= 1;
    });
  };

  const removeAll = async (ids: readonly string[]): Promise<DeletedForGood> => {
    const done: DeletedForGood = { count: 0, freedBytes: 0, inUseCount: 0, failedCount: 0, failed: null };
    let deletedIds: string[] = [];
    const settle = async (): Promise<void> => {
      await rows.finish();
      if (deletedIds.length > 0) onChanged(deletedIds);
      deletedIds = [];
    };
    try {
      for (let first = 0; first < ids.length && !isStopped; first += BATCH) {
        const batch = ids.slice(first, first + BATCH);
        const part = await library.whileUnchanged(batch, () => rows.remove(batch, library.holds.now()));
        deletedIds.push(...part.deletedIds);
        done.count += part.deletedIds.length;
        done.freedBytes += part.freedBytes;
        done.inUseCount += part.inUseIds.length;
        done.failedCount += part.failed.length;
        const reason = part.failed[0]?.reason;
        if (reason !== undefined) done.failed ??= failureOf(reason);
        onProgress({ done: Math.min(first + BATCH, ids.length), total: ids.length });
        if ((first / BATCH) % BATCHES_AT_ONCE === BATCHES_AT_ONCE - 1) await settle();
      }
    } finally {
      await settle();
    }
    return done;
  };

  return {
    summary: (ids) => afterLook(() => rows.count(ids)),
    deleteItems: (ids) => afterLook(() => removeAll(ids)),
    empty: () => afterLook(async () => removeAll(await rows.trashed(null))),
    async expire(beforeMs) {
      // Without anything to delete, nothing is looked at.
      const due = await whileWriting(() => rows.trashed(beforeMs));
      if (!due.ok) return due;
      if (due.data.length === 0) return ok({ count: 0, freedBytes: 0, inUseCount: 0, failedCount: 0, failed: null });
      return afterLook(async () => removeAll(await rows.trashed(beforeMs)));
    },
    async resume() {
      const interrupted = await whileWriting(() => rows.interrupted());
      if (!interrupted.ok) return interrupted;
      if (interrupted.data === 0) return ok(null);
      return afterLook(async () => {
        await rows.resume(library.holds.now());
        return null;
      });
    },
    isBusy: () => begun > 0,
    stop() {
      isStopped = true;
    },
  };
}

/** The error of items that could not be deleted. @param reason the system's code */
function failureOf(reason: string): AppError {
  return appError('storage.failed', { problem: storageProblemOf(reason), reason });
}
