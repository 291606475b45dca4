// What is asked before something is deleted for good, and the deletion. Independent of how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeletedForGood, TrashSummary } from '../../../shared/contract/trash.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Ipc } from '../../ipc.ts';
import { staleGuard } from '../../lifetime/stale-guard.ts';

/** What is to be deleted for good; `ids: null` is everything in the trash. */
export type AskedDeletion =
  | { kind: 'items'; ids: readonly string[] | null }
  | { kind: 'scripts'; ids: readonly string[] | null; count: number };

/** What was deleted; of scripts nothing is counted in bytes. */
export type DoneDeletion = DeletedForGood & { kind: AskedDeletion['kind'] };

type Deleting = {
  /** Null while no dialog is open. */
  asked: AskedDeletion | null;
  /** Of items: what deleting would do; null until it was counted. */
  summary: TrashSummary | null;
  /** The fraction that is done; null while nothing is being deleted. */
  doneRatio: number | null;
  /** What was done, as long as the dialog says so: not everything could be deleted. */
  done: DoneDeletion | null;
  error: AppError | null;
  ask: (asked: AskedDeletion) => Promise<void>;
  /** Deletes what was asked about. */
  confirm: () => Promise<void>;
  /** Closes the dialog. What is being deleted goes on. */
  close: () => void;
};

export type DeletingStore = StoreApi<Deleting>;

type DeletingDeps = {
  ipc: Ipc;
  /** Takes that are no more must not be played on. */
  unload: (ids: readonly string[]) => void;
  /** Tells what was deleted. */
  notify: (done: DoneDeletion) => void;
};

const NONE: DeletedForGood = { count: 0, freedBytes: 0, inUseCount: 0, failedCount: 0, failed: null };
const CLOSED = { asked: null, summary: null, done: null, error: null } as const;

/** Creates the store. */
export function createDeletingStore({ ipc, unload, notify }: DeletingDeps): DeletingStore {
  const beginCount = staleGuard();

  const request = async (asked: AskedDeletion) => {
    const ids = asked.ids === null ? null : [...asked.ids];
    if (asked.kind === 'scripts') {
      const result = await ipc.request('scripts.deleteForGood', { ids });
      return result.ok ? { ...result, data: { ...NONE, count: result.data.count } } : result;
    }
    return ids === null ? ipc.request('library.emptyTrash', null) : ipc.request('library.deleteForGood', { ids });
  };

  /** Counts what deleting would do, of what is still asked about then. */
  const count = async (asked: AskedDeletion): Promise<void> => {
    if (asked.kind === 'scripts') return;
    const isLatest = beginCount();
    const summary = await ipc.request('library.trashSummary', { ids: asked.ids === null ? null : [...asked.ids] });
    if (!isLatest() || store.getState().asked !== asked) return;
    if (summary.ok) store.setState({ summary: summary.data });
    else store.setState({ error: summary.error });
  };

  const store: DeletingStore = createStore<Deleting>()((set, get) => ({
    ...CLOSED,
    doneRatio: null,
    ask: async (asked) => {
      if (get().doneRatio !== null || asked.ids?.length === 0) return;
      set({ ...CLOSED, asked });
      await count(asked);
    },
    confirm: async () => {
      const { asked, doneRatio } = get();
      if (asked === null || doneRatio !== null) return;
      set({ doneRatio: 0, error: null });
      if (asked.kind === 'items' && asked.ids !== null) unload(asked.ids);
      const result = await request(asked);
      set({ doneRatio: null });
      if (!result.ok) {
        set({ asked, error: result.error });
        return;
      }
      const done = { kind: asked.kind, ...result.data };
      if (done.count > 0) notify(done);
      // What stays needs a word, also if the dialog was closed meanwhile.
      if (done.inUseCount > 0 || done.failedCount > 0) set({ asked, done });
      else set(CLOSED);
    },
    close: () => set(CLOSED),
  }));
  // What is in the trash changes while the dialog is open: an item may still be on its way there.
  ipc.on('library.changed', () => {
    const { asked, doneRatio, done } = store.getState();
    if (asked !== null && doneRatio === null && done === null) void count(asked);
  });
  ipc.on('library.deleting', ({ done, total }) => {
    if (store.getState().doneRatio !== null) store.setState({ doneRatio: done / total });
  });
  return store;
}
