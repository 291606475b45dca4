// Owns ever smaller versions of a coverage raster for showing it zoomed out. Each pixel is the strongest of four, so
// that covered pixels never disappear from view.

import { type DirtyTiles, markRect } from '../raster/dirty-tiles.ts';
import {
  collapseTile,
  createTileStore,
  fillRect,
  type Rect,
  TILE_PX,
  type TileStore,
  writableTile,
} from '../raster/tiles.ts';

/** Smaller versions of one raster, each half the size of the previous one. */
export type CoveragePyramid = {
  /** Records what has changed in the raster. */
  mark: (dirty: DirtyTiles) => void;
  /** The version `2 ** level` times smaller, up to date; level 0 is the raster itself. */
  level: (level: number) => TileStore;
};

/** Creates the pyramid of a raster; a level is created when it is first needed. */
export function createCoveragePyramid(base: TileStore): CoveragePyramid {
  const levels: TileStore[] = [base];
  /** For each level, the changes of the level below that it does not contain yet. */
  const pending: DirtyTiles[] = [new Map()];
  const levelAt = (level: number): TileStore => {
    if (level === 0) return base;
    const source = levelAt(level - 1);
    const target = levels[level] ?? addLevel(level, source);
    const stale = pending[level] ?? new Map();
    const above = pending[level + 1];
    for (const [index, part] of stale) {
      const changed = reduce(source, target, index, part);
      if (above !== undefined) markRect(above, target, changed);
    }
    stale.clear();
    return target;
  };
  const addLevel = (level: number, source: TileStore): TileStore => {
    const target = createTileStore(Math.ceil(source.widthPx / 2), Math.ceil(source.heightPx / 2));
    levels[level] = target;
    const stale: DirtyTiles = new Map();
    markRect(stale, source, { left: 0, top: 0, right: source.widthPx, bottom: source.heightPx });
    pending[level] = stale;
    return target;
  };
  return {
    mark: (dirty) => {
      const first = pending[1];
      if (first !== undefined) for (const part of dirty.values()) markRect(first, base, part);
    },
    level: levelAt,
  };
}

/** Updates `target` from `part` of one tile of `source`; returns the rectangle of `target` that changed. */
function reduce(source: TileStore, target: TileStore, index: number, part: Rect): Rect {
  const rect = halve(part);
  const tile = source.tiles[index] ?? 0;
  const targetIndex = tileIndex(target, rect);
  if (typeof tile === 'number') {
    if (target.tiles[targetIndex] === tile) return rect;
    fillRect(target, rect, tile);
    collapseTile(target, targetIndex);
    return rect;
  }
  const bytes = writableTile(target, targetIndex);
  const lastX = (source.widthPx - 1) % TILE_PX;
  const lastY = (source.heightPx - 1) % TILE_PX;
  const limitX = part.right === source.widthPx ? lastX : TILE_PX - 1;
  const limitY = part.bottom === source.heightPx ? lastY : TILE_PX - 1;
  for (let y = rect.top; y < rect.bottom; y++) {
    const to = (y % TILE_PX) * TILE_PX;
    const upper = ((2 * y) % TILE_PX) * TILE_PX;
    const lower = Math.min(((2 * y) % TILE_PX) + 1, limitY) * TILE_PX;
    for (let x = rect.left; x < rect.right; x++) {
      const left = (2 * x) % TILE_PX;
      const right = Math.min(left + 1, limitX);
      bytes[to + (x % TILE_PX)] = Math.max(
        tile[upper + left] ?? 0,
        tile[upper + right] ?? 0,
        tile[lower + left] ?? 0,
        tile[lower + right] ?? 0,
      );
    }
  }
  return rect;
}

function tileIndex(store: TileStore, rect: Rect): number {
  return Math.floor(rect.top / TILE_PX) * store.columns + Math.floor(rect.left / TILE_PX);
}

function halve(rect: Rect): Rect {
  return {
    left: rect.left >> 1,
    top: rect.top >> 1,
    right: (rect.right + 1) >> 1,
    bottom: (rect.bottom + 1) >> 1,
  };
}
