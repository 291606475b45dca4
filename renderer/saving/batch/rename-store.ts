// Owns the dialog that gives several items titles by a pattern. Independent of how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Ipc } from '../../ipc.ts';
import type { Chosen } from '../../items/chosen.ts';
import { readItems } from '../../items/read-items.ts';
import { readEntries } from './entries.ts';

/** Titles that are shown before renaming. */
const PREVIEWED = 3;

type RenameState = {
  isOpen: boolean;
  /** The oldest first; null until they are read. */
  ids: readonly string[] | null;
  /** The first items, for titles. */
  samples: readonly LibraryItem[];
  pattern: string;
  error: AppError | null;
  open: (chosen: Pick<Chosen, 'ids'>) => Promise<void>;
  setPattern: (pattern: string) => void;
  close: () => void;
};

export type RenameStore = StoreApi<RenameState>;

/** Creates the store with the dialog closed. */
export function createRenameStore(ipc: Pick<Ipc, 'request'>): RenameStore {
  let ending = new AbortController();
  return createStore<RenameState>()((set) => ({
    isOpen: false,
    ids: null,
    samples: [],
    pattern: '',
    error: null,
    open: async (chosen) => {
      ending.abort();
      ending = new AbortController();
      const { signal } = ending;
      set({ isOpen: true, ids: null, samples: [], pattern: '{title}', error: null });
      const read = await readEntries(ipc, await chosen.ids(), signal);
      const ids = read.ok ? (read.data ?? []).map(({ id }) => id) : [];
      const first = read.ok ? await readItems(ipc, ids.slice(0, PREVIEWED), (item) => item, signal) : read;
      if (!signal.aborted) set(first.ok ? { ids, samples: first.data } : { ids: [], error: first.error });
    },
    setPattern: (pattern) => set({ pattern }),
    close: () => {
      ending.abort();
      set({ isOpen: false, ids: null, samples: [] });
    },
  }));
}
