// Mirrors the collections and tags of the library while somebody shows them. Independent of how they are displayed.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CollectionEntry } from '../../../shared/contract/collections.ts';
import type { TagCount } from '../../../shared/contract/kept.ts';
import type { Ipc } from '../../ipc.ts';
import { createScope } from '../../lifetime/scope.ts';

/** A burst of changes is followed once, so many milliseconds later. */
const PAUSE_MS = 300;

/** State and actions. */
type KeptThings = {
  /** In no order; empty until they were read. */
  collections: readonly CollectionEntry[];
  /** Those of most items first. */
  tags: readonly TagCount[];
  /** Reads both, and follows changes from now on. */
  follow: () => void;
  dispose: () => void;
};

export type KeptStore = StoreApi<KeptThings>;

/** Creates the store; it reads nothing before `follow`. */
export function createKeptStore({ ipc }: { ipc: Ipc }): KeptStore {
  const scope = createScope();
  let isFollowing = false;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const read = async (): Promise<void> => {
    const [collections, tags] = await Promise.all([
      ipc.request('collections.list', null),
      ipc.request('library.listTags', null),
    ]);
    store.setState({ ...(collections.ok && { collections: collections.data }), ...(tags.ok && { tags: tags.data }) });
  };
  const readSoon = (): void => {
    if (isFollowing)
      pause ??= setTimeout(() => {
        pause = undefined;
        void read();
      }, PAUSE_MS);
  };

  const store: KeptStore = createStore<KeptThings>()(() => ({
    collections: [],
    tags: [],
    follow: () => {
      if (isFollowing) return;
      isFollowing = true;
      void read();
    },
    dispose: scope.dispose,
  }));
  scope.add(
    ipc.on('collections.changed', () => {
      if (isFollowing) void read();
    }),
    ipc.on('library.changed', readSoon),
    () => clearTimeout(pause),
  );
  return store;
}
