// Owns the mask of one picture: its raster, the gesture in progress, undo and redo. It must not know screens, pointers or workers.

import type { BrushPoint, BrushSettings } from './brush.ts';
import { type DirtyTiles, markTile } from './dirty-tiles.ts';
import { createHistory } from './history.ts';
import { createStroke, revertStroke, type Stroke, stampDab } from './stroke.ts';
import { applyDiff } from './tile-diff.ts';
import { coveredInTile, createTileStore, readCoverage, type Tile, type TileStore, tileOfPlane } from './tiles.ts';
import { type Gesture, TOOLS, type ToolCommand, type ToolId } from './tool.ts';

/** What is told about a mask. */
export type MaskState = {
  /** Share 0–1 of the pixels with a coverage above 0. */
  coveredRatio: number;
  isEmpty: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** Whether the oldest steps were given up for want of room. */
  hasDroppedUndo: boolean;
  /** Rises with every finished change. */
  revision: number;
};

/** The mask of one picture. Whatever is no part of a gesture ends the gesture in progress first. */
export type MaskDocument = {
  readonly store: TileStore;
  begin: (toolId: ToolId, settings: BrushSettings, point: BrushPoint) => void;
  /** Does nothing when no gesture is in progress. */
  move: (points: readonly BrushPoint[]) => void;
  end: () => void;
  /** Drops the gesture in progress: as if it had never begun. */
  cancel: () => void;
  undo: () => void;
  redo: () => void;
  clear: () => void;
  invert: () => void;
  /** Replaces the mask, as one step; a plane of another length than the picture's is a bug of the caller. */
  importCoverage: (plane: Uint8Array) => void;
  exportCoverage: () => Uint8Array<ArrayBuffer>;
  /** The parts that have changed since this was last asked. */
  takeDirty: () => DirtyTiles;
  state: () => MaskState;
};

/** Makes an empty mask for a picture, or one restored from a plane of coverage; restoring is no step. */
export function createMaskDocument(widthPx: number, heightPx: number, restored?: Uint8Array): MaskDocument {
  const store = createTileStore(widthPx, heightPx);
  const history = createHistory();
  const counter = createCounter(store);
  let dirty: DirtyTiles = new Map();
  let active: { stroke: Stroke; gesture: Gesture } | undefined;
  let revision = 0;

  const touch = (indexes: Iterable<number>): void => {
    for (const index of indexes) {
      markTile(dirty, store, index);
      counter.forget(index);
    }
  };
  const record = (before: ReadonlyMap<number, Tile>): void => {
    if (history.record(store, before)) revision += 1;
    touch(before.keys());
  };
  const run = (stroke: Stroke, commands: readonly ToolCommand[]): void => {
    for (const command of commands) for (const dab of command.dabs) stampDab(store, stroke, dab, dirty);
    for (const index of stroke.before.keys()) counter.forget(index);
  };
  const end = (): void => {
    if (active === undefined) return;
    run(active.stroke, active.gesture.end());
    record(active.stroke.before);
    active = undefined;
  };
  const replaceTiles = (make: (tile: Tile, index: number) => Tile): void => {
    end();
    const before = new Map<number, Tile>();
    store.tiles.forEach((tile, index) => {
      before.set(index, tile);
      store.tiles[index] = make(tile, index);
    });
    record(before);
  };
  const travel = (indexes: readonly number[]): void => {
    if (indexes.length > 0) revision += 1;
    touch(indexes);
  };
  const assertFits = (plane: Uint8Array): void => {
    if (plane.length !== widthPx * heightPx) throw new RangeError('A mask of another size than its picture.');
  };

  if (restored !== undefined) {
    assertFits(restored);
    store.tiles.forEach((_tile, index) => {
      store.tiles[index] = tileOfPlane(store, index, restored);
    });
    touch(store.tiles.keys());
  }
  return {
    store,
    begin: (toolId, settings, point) => {
      end();
      const tool = TOOLS[toolId];
      const { gesture, commands } = tool.begin(point, settings);
      active = { stroke: createStroke(tool.mode), gesture };
      run(active.stroke, commands);
    },
    move: (points) => {
      if (active !== undefined) run(active.stroke, active.gesture.move(points));
    },
    end,
    cancel: () => {
      if (active === undefined) return;
      revertStroke(store, active.stroke);
      touch(active.stroke.before.keys());
      active = undefined;
    },
    undo: () => {
      end();
      travel(history.undo(store));
    },
    redo: () => {
      end();
      travel(history.redo(store));
    },
    clear: () => replaceTiles(() => 0),
    invert: () => replaceTiles((tile) => applyDiff(typeof tile === 'number' ? tile : tile.slice(), 255)),
    importCoverage: (plane) => {
      assertFits(plane);
      replaceTiles((_tile, index) => tileOfPlane(store, index, plane));
    },
    exportCoverage: () => readCoverage(store),
    takeDirty: () => {
      const taken = dirty;
      dirty = new Map();
      return taken;
    },
    state: () => {
      const covered = counter.total();
      return {
        coveredRatio: covered / (widthPx * heightPx),
        isEmpty: covered === 0,
        canUndo: history.canUndo(),
        canRedo: history.canRedo(),
        hasDroppedUndo: history.hasDropped(),
        revision,
      };
    },
  };
}

/** Counts covered pixels, looking again only at tiles that have changed. */
function createCounter(store: TileStore): { forget: (index: number) => void; total: () => number } {
  const counts = new Int32Array(store.tiles.length);
  const stale = new Set<number>();
  let total = 0;
  return {
    forget: (index) => stale.add(index),
    total: () => {
      for (const index of stale) {
        const count = coveredInTile(store, index);
        total += count - (counts[index] ?? 0);
        counts[index] = count;
      }
      stale.clear();
      return total;
    },
  };
}
