// Saves the items of a batch one after the other, so that memory does not grow with their number. One that fails does
// not end it.

import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { SavedFile } from '../../../shared/contract/provenance.ts';
import { type AppError, appError } from '../../../shared/errors.ts';
import { fail, type Result } from '../../../shared/result.ts';
import type { Ipc } from '../../ipc.ts';
import type { Entry } from './entries.ts';

/** Items that are read at once. */
const ITEMS_AT_ONCE = 50;
/** So many failures of the disk in a row end a batch: the rest would fail alike. */
const MAX_DISK_FAILURES = 3;
const DISK_FAILURES: ReadonlySet<string> = new Set(['storage.failed', 'storage.unwritable', 'export.no_room']);

/** An item that was not saved, and why. */
export type Failure = { entry: Entry; error: AppError };

/** What a batch came to. */
export type BatchResult = {
  /** The files that were saved. */
  saved: readonly SavedFile[];
  failures: readonly Failure[];
  /** Those that were not tried: it was cancelled, or the disk refused. */
  rest: readonly Entry[];
  /** Set if the disk refused. */
  stoppedBy: AppError | null;
};

type RunDeps = {
  ipc: Pick<Ipc, 'request'>;
  /** Saves one item; null if it was cancelled. Never rejects. */
  save: (item: LibraryItem, entry: Entry) => Promise<Result<SavedFile | null, AppError>>;
  onProgress: (doneCount: number) => void;
  signal: AbortSignal;
};

/** Saves items. Never rejects, unless `save` does. */
export async function runBatch(
  { ipc, save, onProgress, signal }: RunDeps,
  entries: readonly Entry[],
): Promise<BatchResult> {
  const failures: Failure[] = [];
  const saved: SavedFile[] = [];
  let diskFailures = 0;
  let page: Page = { items: new Map(), error: appError('item.not_found') };
  for (const [index, entry] of entries.entries()) {
    if (index % ITEMS_AT_ONCE === 0) page = await readPage(ipc, entries.slice(index, index + ITEMS_AT_ONCE));
    if (signal.aborted) return { saved, failures, rest: entries.slice(index), stoppedBy: null };
    const item = page.items.get(entry.id);
    const result = item === undefined ? fail(page.error) : await save(item, entry);
    if (result.ok && result.data === null) return { saved, failures, rest: entries.slice(index), stoppedBy: null };
    if (result.ok && result.data !== null) {
      saved.push(result.data);
      diskFailures = 0;
    } else if (!result.ok) {
      const { error } = result;
      failures.push({ entry, error });
      diskFailures = DISK_FAILURES.has(error.code) ? diskFailures + 1 : 0;
      if (diskFailures === MAX_DISK_FAILURES)
        return { saved, failures, rest: entries.slice(index + 1), stoppedBy: error };
    }
    onProgress(index + 1);
  }
  return { saved, failures, rest: [], stoppedBy: null };
}

type Page = { items: ReadonlyMap<string, LibraryItem> /** Why the others are not there. */; error: AppError };

async function readPage(ipc: Pick<Ipc, 'request'>, entries: readonly Entry[]): Promise<Page> {
  const found = await ipc.request('library.getItems', { ids: entries.map(({ id }) => id) });
  if (!found.ok) return { items: new Map(), error: found.error };
  return { items: new Map(found.data.items.map((item) => [item.id, item])), error: appError('item.not_found') };
}
