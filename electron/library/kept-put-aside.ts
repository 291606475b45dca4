// Work put aside that the disk did not take: kept in memory, listed and read from there, and written again.

import type { PutAside, PutAsideEntry } from '../../shared/contract/put-aside.ts';
import { entryOf } from '../../shared/storage/put-aside.ts';
import type { Database } from '../database/client.ts';
import { storageErrorCode } from '../files.ts';
import type { Unsaved } from '../storage-health.ts';

/** Work put aside as the page uses it: adding succeeds even while the disk takes nothing. */
export type KeptPutAside = {
  add: (one: PutAside) => Promise<void>;
  /** Lists all, on disk or not, the latest first. */
  list: () => Promise<PutAsideEntry[]>;
  /** Returns one, on disk or not; null if there is none. */
  read: (id: string) => Promise<PutAside | null>;
  /** Removes one. Rejects with the disk's error if it stays. */
  remove: (id: string) => Promise<void>;
  unsaved: Unsaved;
};

/** Keeps work over the database. @param onWriteFailed called when the disk did not take it. */
export function keepPutAside(rows: Database['putAside'], onWriteFailed: (error: unknown) => void): KeptPutAside {
  /** Not on disk yet, in the order in which they were put aside. */
  const waiting = new Map<string, PutAside>();

  /** @throws for a bug. */
  async function write(one: PutAside): Promise<void> {
    try {
      await rows.add(one);
      if (waiting.get(one.id) === one) waiting.delete(one.id);
    } catch (error) {
      if (storageErrorCode(error) === undefined) throw error;
      onWriteFailed(error);
    }
  }
  return {
    async add(one) {
      waiting.set(one.id, one);
      await write(one);
    },
    async list() {
      const stored = await rows.list();
      const others = stored.filter(({ id }) => !waiting.has(id));
      return [...[...waiting.values()].map(entryOf), ...others].sort((a, b) => b.atMs - a.atMs);
    },
    async read(id) {
      return waiting.get(id) ?? (await rows.read(id));
    },
    async remove(id) {
      await rows.remove(id);
      waiting.delete(id);
    },
    unsaved: {
      thing: 'draft',
      isSaved: () => waiting.size === 0,
      async save() {
        for (const one of [...waiting.values()]) await write(one);
      },
    },
  };
}
