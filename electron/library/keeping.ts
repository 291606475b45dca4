// Changes what a person keeps with items: sidecars first, then all rows in one transaction.

import type { KeptOutcome } from '../../shared/contract/kept.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { changeKept, isSameKept, type KeptChange, type KeptFacts, undoOfKept } from '../../shared/library/kept.ts';
import type { Database } from '../database/client.ts';
import { storageFailure } from '../files.ts';
import { createTurns, type InTurn } from './in-turn.ts';

/** Items and a change of what is kept with each of them. */
export type KeptGroup = { ids: readonly string[]; change: KeptChange };

/** Items whose sidecars are read and written at once: each waits for the disk. */
const AT_ONCE = 16;

type Written = { before: LibraryItem; kept: KeptFacts; change: KeptChange };

/** `error` ended the writing before `unchangedIds` were written; null if nothing did. */
type Writing = { written: Written[]; unchangedIds: string[]; error: unknown };

/**
 * Returns how to make changes of many items. Each item has all of its change or none of it: one whose sidecar could not
 * be written is named in the outcome; if the transaction fails, the sidecars are brought back and none was changed.
 * @param inTurn the turns of items. @param writeItem writes an item's sidecar.
 */
export function createKeeping(
  rows: Pick<Database['items'], 'get' | 'setKept'>,
  inTurn: InTurn,
  writeItem: (item: LibraryItem) => Promise<void>,
): (groups: readonly KeptGroup[]) => Promise<KeptOutcome> {
  const oneByOne = createTurns();

  /** Writes the sidecars of items, several at once, until one fails. */
  const writeAll = async (groups: readonly KeptGroup[]): Promise<Writing> => {
    const written: Written[] = [];
    const left = new Set(groups.flatMap(({ ids }) => ids));
    const all = groups.flatMap(({ ids, change }) => ids.map((id) => ({ id, change })));
    for (let first = 0; first < all.length; first += AT_ONCE) {
      const outcomes = await Promise.allSettled(
        all.slice(first, first + AT_ONCE).map(async ({ id, change }) => {
          const before = await rows.get(id);
          const kept = before && changeKept(before, change);
          if (before && kept && !isSameKept(before, kept)) {
            await writeItem({ ...before, ...kept });
            written.push({ before, kept, change });
          }
          left.delete(id);
        }),
      );
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) return { written, unchangedIds: [...left], error: failed.reason };
    }
    return { written, unchangedIds: [], error: null };
  };

  const change = async (groups: readonly KeptGroup[]): Promise<KeptOutcome> => {
    const { written, unchangedIds, error } = await writeAll(groups);
    const failure = error === null ? null : storageFailure(error);
    try {
      if (failure === undefined) throw error;
      await rows.setKept(written.map(({ before, kept }) => ({ id: before.id, kept })));
    } catch (reason) {
      for (const { before } of written) await writeItem(before).catch(() => undefined);
      throw reason;
    }
    return { undo: undoOf(written), unchangedIds, error: failure };
  };

  return (groups) =>
    // One change after the other: two that wait for each other's items would wait for ever.
    oneByOne('all', async () => {
      const ids = [...new Set(groups.flatMap((group) => group.ids))];
      const release = await takeTurns(inTurn, ids);
      try {
        return await change(onceEach(groups));
      } finally {
        release();
      }
    });
}

/** Waits until nothing else changes these items. @returns lets others change them again. */
async function takeTurns(inTurn: InTurn, ids: readonly string[]): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await Promise.all(
    ids.map(
      (id) =>
        new Promise<void>((resolve) => {
          void inTurn(id, () => {
            resolve();
            return released.promise;
          });
        }),
    ),
  );
  return released.resolve;
}

/** Each item once, in the first group that names it. */
function onceEach(groups: readonly KeptGroup[]): KeptGroup[] {
  const seen = new Set<string>();
  return groups.map(({ ids, change }) => ({
    change,
    ids: ids.filter((id) => {
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    }),
  }));
}

/** The changes that undo others: items that get the same facts back are one group. */
function undoOf(written: readonly Written[]): KeptOutcome['undo'] {
  const groups = new Map<string, KeptOutcome['undo'][number]>();
  for (const { before, change } of written) {
    const back = undoOfKept(before, change);
    const key = JSON.stringify(back);
    const group: KeptOutcome['undo'][number] = groups.get(key) ?? { ids: [], change: back };
    group.ids.push(before.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
