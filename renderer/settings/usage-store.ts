// Mirrors the usage main has counted; read when it is shown. Independent of how it is drawn.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Usage } from '../../shared/contract/usage.ts';
import type { Ipc } from '../ipc.ts';

/** The usage; null before the first reading. */
type UsageState = { usage: Usage | null; reload: () => Promise<void> };

export type UsageStore = StoreApi<UsageState>;

/** Makes the store; it reads nothing until `reload` is called. */
export function createUsageStore({ ipc }: { ipc: Ipc }): UsageStore {
  return createStore<UsageState>()((set) => ({
    usage: null,
    reload: async () => {
      const result = await ipc.request('usage.list', null);
      if (result.ok) set({ usage: result.data });
    },
  }));
}
