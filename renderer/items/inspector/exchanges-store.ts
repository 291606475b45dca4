// Owns the recorded requests and replies of the jobs and items that are displayed. Independent of how they are
// displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Exchange } from '../../../shared/contract/exchanges.ts';
import type { Ipc } from '../../ipc.ts';

/** Exchanges by the id of the job or item; no entry until they are read. */
type Exchanges = {
  lists: ReadonlyMap<string, readonly Exchange[]>;
  /** Reads the exchanges of a job or item, and again when the job changes, until the returned function is called. */
  watch: (id: string) => () => void;
  dispose: () => void;
};

export type ExchangesStore = StoreApi<Exchanges>;

/** Creates the store; it reads nothing until `watch` is called. */
export function createExchangesStore({ ipc }: { ipc: Ipc }): ExchangesStore {
  const watchers = new Map<string, number>();
  const store: ExchangesStore = createStore<Exchanges>()((set) => ({
    lists: new Map(),
    watch: (id) => {
      watchers.set(id, (watchers.get(id) ?? 0) + 1);
      void read(id);
      return () => {
        const left = (watchers.get(id) ?? 1) - 1;
        if (left > 0) {
          watchers.set(id, left);
          return;
        }
        watchers.delete(id);
        set(({ lists }) => ({ lists: new Map([...lists].filter(([known]) => known !== id)) }));
      };
    },
    dispose: () => leave(),
  }));

  const read = async (id: string): Promise<void> => {
    const result = await ipc.request('exchanges.list', { id });
    if (result.ok && watchers.has(id)) store.setState(({ lists }) => ({ lists: new Map(lists).set(id, result.data) }));
  };

  const leave = ipc.on('job.updated', ({ id }) => {
    if (watchers.has(id)) void read(id);
  });
  return store;
}
