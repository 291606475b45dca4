// Mirrors the usage that main counts; read when it is displayed. Independent of how it is displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Usage } from '../../shared/contract/usage.ts';
import type { Ipc } from '../ipc.ts';

/** The usage; null before the first read. */
type UsageState = { usage: Usage | null; reload: () => Promise<void> };

export type UsageStore = StoreApi<UsageState>;

/** Creates the store; it reads nothing until `reload` is called. */
export function createUsageStore({ ipc }: { ipc: Ipc }): UsageStore {
  return createStore<UsageState>()((set) => ({
    usage: null,
    reload: async () => {
      const result = await ipc.request('usage.list', null);
      if (result.ok) set({ usage: result.data });
    },
  }));
}
