// Owns undo and redo: the differences made by each step, packed, up to a limit in bytes.

import { applyDiff, diffSizeBytes, diffTiles, type TileDiff } from './tile-diff.ts';
import { collapseTile, type Tile, type TileStore } from './tiles.ts';

/** Undo and redo of one raster. */
export type History = {
  /**
   * Records the tiles that differ from `before` as a step, and returns their indexes. Discards the steps that could be
   * redone.
   */
  record: (store: TileStore, before: ReadonlyMap<number, Tile>) => readonly number[];
  /** Undoes the last step and returns the indexes of the tiles that changed; none if there is nothing to undo. */
  undo: (store: TileStore) => readonly number[];
  redo: (store: TileStore) => readonly number[];
  /** Number of steps that can be undone, and redone. */
  undoSteps: () => number;
  redoSteps: () => number;
  /** Whether steps have been discarded because the limit was exceeded. */
  hasDropped: () => boolean;
  sizeBytes: () => number;
};

/** Memory for the undo of one picture. */
const HISTORY_LIMIT_BYTES = 64 * 1024 * 1024;
/** Memory per tile in addition to its packed bytes. */
const ENTRY_BYTES = 64;

type Step = { diffs: Map<number, TileDiff>; sizeBytes: number };

/** Creates an empty history. The newest step is kept even if it alone exceeds the limit. */
export function createHistory(limitBytes: number = HISTORY_LIMIT_BYTES): History {
  const done: Step[] = [];
  let undone: Step[] = [];
  let sizeBytes = 0;
  let hasDropped = false;
  const dropOldest = (): void => {
    while (sizeBytes > limitBytes && done.length > 1) {
      sizeBytes -= done.shift()?.sizeBytes ?? 0;
      hasDropped = true;
    }
  };
  const move = (store: TileStore, from: Step[], to: Step[]): readonly number[] => {
    const step = from.pop();
    if (step === undefined) return [];
    to.push(step);
    for (const [index, diff] of step.diffs) {
      store.tiles[index] = applyDiff(store.tiles[index] ?? 0, diff);
      collapseTile(store, index);
    }
    return [...step.diffs.keys()];
  };
  return {
    record: (store, before) => {
      const step = stepBetween(store, before);
      if (step === undefined) return [];
      for (const { sizeBytes: freed } of undone) sizeBytes -= freed;
      undone = [];
      done.push(step);
      sizeBytes += step.sizeBytes;
      dropOldest();
      return [...step.diffs.keys()];
    },
    undo: (store) => move(store, done, undone),
    redo: (store) => move(store, undone, done),
    undoSteps: () => done.length,
    redoSteps: () => undone.length,
    hasDropped: () => hasDropped,
    sizeBytes: () => sizeBytes,
  };
}

function stepBetween(store: TileStore, before: ReadonlyMap<number, Tile>): Step | undefined {
  const diffs = new Map<number, TileDiff>();
  let sizeBytes = 0;
  for (const [index, tile] of before) {
    collapseTile(store, index);
    const diff = diffTiles(tile, store.tiles[index] ?? 0);
    if (diff === 0) continue;
    diffs.set(index, diff);
    sizeBytes += diffSizeBytes(diff) + ENTRY_BYTES;
  }
  return diffs.size === 0 ? undefined : { diffs, sizeBytes };
}
