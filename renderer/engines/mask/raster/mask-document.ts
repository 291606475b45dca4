// Owns the mask of one picture: its raster, the gesture in progress, undo and redo.

import type { BrushPoint, BrushSettings } from '../painting/brush.ts';
import { type BrushCommand, beginBrush, type Gesture } from '../painting/brushes.ts';
import { type Operation, tilesAfter } from '../painting/operation.ts';
import { createStroke, type Stroke, stampDab } from '../painting/stroke.ts';
import type { BlendMode } from './blend.ts';
import { type DirtyTiles, markTile } from './dirty-tiles.ts';
import { createHistory } from './history.ts';
import {
  type Covered,
  coveredInTile,
  createTileStore,
  type Rect,
  readCoverage,
  type Tile,
  type TileStore,
} from './tiles.ts';

/** What is reported about a mask. */
export type MaskState = {
  /** Share 0–1 of the pixels with a coverage above 0. */
  coveredRatio: number;
  /** The smallest rectangle with all of them; undefined if there are none. */
  bounds: Rect | undefined;
  isEmpty: boolean;
  canUndo: boolean;
  /** Number of steps that can be undone, and redone. */
  undoSteps: number;
  redoSteps: number;
  canRedo: boolean;
  /** Whether a change is shown that is not accepted yet. */
  isPreview: boolean;
  /** Whether the oldest steps were discarded because the undo limit was exceeded. */
  hasDroppedUndo: boolean;
  /** Increases with every finished change. */
  revision: number;
};

/** The mask of one picture. Every other command ends the gesture in progress, or cancels a preview, first. */
export type MaskDocument = {
  readonly store: TileStore;
  /** Begins a stroke of a brush that adds or removes coverage. */
  begin: (mode: BlendMode, settings: BrushSettings, point: BrushPoint) => void;
  /** Does nothing if no gesture is in progress. */
  move: (points: readonly BrushPoint[]) => void;
  end: () => void;
  /** Discards the gesture in progress, or the preview, and restores the mask. */
  cancel: () => void;
  undo: () => void;
  redo: () => void;
  /** Applies an operation in one step. */
  apply: (operation: Operation) => void;
  /** The raster without a preview. Ends a gesture in progress; valid until the next change. */
  base: () => TileStore;
  /** Shows these tiles instead of those of the base, until they are accepted as one step or anything else is done. */
  preview: (after: ReadonlyMap<number, Tile>) => void;
  accept: () => void;
  exportCoverage: () => Uint8Array<ArrayBuffer>;
  /** The parts that have changed since the last call. */
  takeDirty: () => DirtyTiles;
  /** The tiles that have changed since the last call, as they were after the last finished change. */
  takeUnsaved: () => Map<number, Tile>;
  /** Marks tiles that could not be saved as unsaved again. */
  putBackUnsaved: (indexes: Iterable<number>) => void;
  hasUnsaved: () => boolean;
  state: () => MaskState;
};

type Active =
  | { type: 'stroke'; stroke: Stroke; gesture: Gesture }
  | { type: 'preview'; before: ReadonlyMap<number, Tile> };

/** Creates the mask of a picture from saved tiles; all others are empty. */
export function createMaskDocument(
  widthPx: number,
  heightPx: number,
  restored: ReadonlyMap<number, Tile> = new Map(),
): MaskDocument {
  const store = createTileStore(widthPx, heightPx);
  const history = createHistory();
  const counter = createCounter(store);
  let dirty: DirtyTiles = new Map();
  let active: Active | undefined;
  let revision = 0;
  const unsaved = new Set<number>();

  const touch = (indexes: Iterable<number>): void => {
    for (const index of indexes) {
      markTile(dirty, store, index);
      counter.forget(index);
    }
  };
  /** Notes a finished change of these tiles. */
  const change = (indexes: readonly number[]): void => {
    if (indexes.length > 0) revision += 1;
    for (const index of indexes) {
      unsaved.add(index);
      counter.forget(index);
    }
  };
  const record = (before: ReadonlyMap<number, Tile>): void => change(history.record(store, before));
  const run = (stroke: Stroke, commands: readonly BrushCommand[]): void => {
    for (const command of commands) for (const dab of command.dabs) stampDab(store, stroke, dab, dirty);
    for (const index of stroke.before.keys()) counter.forget(index);
  };
  const end = (): void => {
    if (active === undefined) return;
    if (active.type === 'preview') {
      cancel();
      return;
    }
    run(active.stroke, active.gesture.end());
    record(active.stroke.before);
    active = undefined;
  };
  const cancel = (): void => {
    if (active === undefined) return;
    const before = beforeActive(active);
    replaceTiles(before);
    touch(before.keys());
    active = undefined;
  };
  /** Replaces tiles and returns the previous ones. */
  const replaceTiles = (after: ReadonlyMap<number, Tile>): Map<number, Tile> => {
    const before = new Map<number, Tile>();
    for (const [index, tile] of after) {
      before.set(index, store.tiles[index] ?? 0);
      store.tiles[index] = tile;
    }
    return before;
  };
  const changeAndTouch = (indexes: readonly number[]): void => {
    change(indexes);
    touch(indexes);
  };

  for (const [index, tile] of restored) {
    if (index < store.tiles.length) store.tiles[index] = tile;
  }
  touch(restored.keys());
  return {
    store,
    begin: (mode, settings, point) => {
      end();
      const { gesture, commands } = beginBrush(point, settings);
      active = { type: 'stroke', stroke: createStroke(mode), gesture };
      run(active.stroke, commands);
    },
    move: (points) => {
      if (active?.type === 'stroke') run(active.stroke, active.gesture.move(points));
    },
    end,
    cancel,
    undo: () => {
      end();
      changeAndTouch(history.undo(store));
    },
    redo: () => {
      end();
      changeAndTouch(history.redo(store));
    },
    apply: (operation) => {
      end();
      const before = replaceTiles(tilesAfter(store, operation));
      record(before);
      touch(before.keys());
    },
    base: () => {
      if (active?.type === 'stroke') end();
      const tiles = store.tiles.slice();
      if (active !== undefined) for (const [index, tile] of beforeActive(active)) tiles[index] = tile;
      return { ...store, tiles };
    },
    preview: (after) => {
      if (active?.type === 'stroke') end();
      const before = new Map(active && beforeActive(active));
      // Of a preview that is replaced, only what differs is drawn again.
      const next = new Map(after);
      for (const [index, tile] of before) if (!after.has(index)) next.set(index, tile);
      for (const [index, tile] of next) {
        const shown = store.tiles[index] ?? 0;
        if (tile === shown) continue;
        if (!before.has(index)) before.set(index, shown);
        store.tiles[index] = tile;
        touch([index]);
      }
      active = { type: 'preview', before };
    },
    accept: () => {
      if (active?.type !== 'preview') return;
      record(active.before);
      active = undefined;
    },
    exportCoverage: () => readCoverage(store),
    takeDirty: () => {
      const taken = dirty;
      dirty = new Map();
      return taken;
    },
    takeUnsaved: () => {
      const before = active && beforeActive(active);
      const taken = new Map([...unsaved].map((index) => [index, before?.get(index) ?? store.tiles[index] ?? 0]));
      unsaved.clear();
      return taken;
    },
    putBackUnsaved: (indexes) => {
      for (const index of indexes) unsaved.add(index);
    },
    hasUnsaved: () => unsaved.size > 0,
    state: () => {
      const { count, bounds } = counter.total();
      return {
        coveredRatio: count / (widthPx * heightPx),
        bounds,
        isEmpty: count === 0,
        canUndo: history.undoSteps() > 0,
        canRedo: history.redoSteps() > 0,
        undoSteps: history.undoSteps(),
        redoSteps: history.redoSteps(),
        isPreview: active?.type === 'preview',
        hasDroppedUndo: history.hasDropped(),
        revision,
      };
    },
  };
}

function beforeActive(active: Active): ReadonlyMap<number, Tile> {
  return active.type === 'preview' ? active.before : active.stroke.before;
}

/** Counts covered pixels, and counts a tile again only if it has changed. */
function createCounter(store: TileStore): { forget: (index: number) => void; total: () => Covered } {
  const covered = new Map<number, { count: number; bounds: Rect }>();
  const stale = new Set<number>();
  let total: Covered = { count: 0, bounds: undefined };
  return {
    forget: (index) => stale.add(index),
    total: () => {
      if (stale.size === 0) return total;
      for (const index of stale) {
        const { count, bounds } = coveredInTile(store, index);
        if (bounds === undefined) covered.delete(index);
        else covered.set(index, { count, bounds });
      }
      stale.clear();
      total = { count: 0, bounds: undefined };
      for (const { count, bounds } of covered.values())
        total = {
          count: total.count + count,
          bounds: total.bounds === undefined ? bounds : around(total.bounds, bounds),
        };
      return total;
    },
  };
}

/** The smallest rectangle with both. */
function around(a: Rect, b: Rect): Rect {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
