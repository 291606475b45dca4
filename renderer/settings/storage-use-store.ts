// Mirrors what the library uses on the disk, counted by main when it is displayed. Independent of how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StorageUse } from '../../shared/contract/storage-use.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Ipc } from '../ipc.ts';

/** What the library uses, and what is being done about it. */
type StorageUseState = {
  /** Null before it was counted. */
  use: StorageUse | null;
  /** What is under way, and the fraction that is done. */
  work: { kind: 'measure' | 'freeUp'; doneRatio: number } | null;
  error: AppError | null;
  /** What was freed last, in bytes; null if nothing was asked for. */
  freedBytes: number | null;
  measure: () => Promise<void>;
  freeUp: () => Promise<void>;
  dismissError: () => void;
};

export type StorageUseStore = StoreApi<StorageUseState>;

/** Creates the store; it counts nothing until `measure` is called, and does one thing at a time. */
export function createStorageUseStore({ ipc }: { ipc: Ipc }): StorageUseStore {
  const store = createStore<StorageUseState>()((set, get) => {
    const ask = async (kind: 'measure' | 'freeUp'): Promise<StorageUse | null> => {
      if (get().work !== null) return null;
      set({ work: { kind, doneRatio: 0 }, error: null });
      const result = await ipc.request(`library.${kind}`, null);
      set({ work: null });
      if (!result.ok) set({ error: result.error });
      else if (result.data) set({ use: result.data });
      return result.ok ? result.data : null;
    };
    return {
      use: null,
      work: null,
      error: null,
      freedBytes: null,
      measure: async () => {
        await ask('measure');
      },
      freeUp: async () => {
        const use = await ask('freeUp');
        if (use) set({ freedBytes: use.freedBytes });
      },
      dismissError: () => set({ error: null }),
    };
  });
  ipc.on('library.swept', ({ doneRatio }) => {
    const { work } = store.getState();
    if (work) store.setState({ work: { ...work, doneRatio } });
  });
  return store;
}
