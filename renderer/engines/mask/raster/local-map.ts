// Changes a raster by a function in which each pixel depends on its surroundings. Tiles surrounded by equal tiles are
// skipped.

import type { Coverage } from '../../pixels/pixels.ts';
import {
  collapseTile,
  createTileStore,
  type Rect,
  readRect,
  TILE_PX,
  type Tile,
  type TileStore,
  tileRect,
  writableTile,
} from './tiles.ts';

/**
 * Parts are at least this many tiles wide and high, and at least `REACHES` times the reach: the surroundings of a part
 * are computed as well, although they are not used.
 */
const MIN_TILES = 4;
const REACHES = 3;

/** A change that applies to the whole raster. */
export type LocalChange = {
  /** Receives a part of the picture and returns as many bytes. A pixel with equal surroundings must not change. */
  change: (part: Coverage) => Coverage;
  /** The largest distance, in each direction, of pixels that a pixel depends on. */
  reachPx: number;
  /** A value that never changes, whatever its surroundings. */
  fixed?: number;
};

/**
 * The tiles after the change, by index; unchanged tiles may be missing. Works part by part and yields the share 0–1
 * that is done after each part. Parts end at the picture's edge.
 */
export function* mapLocally(store: TileStore, local: LocalChange): Generator<number, Map<number, Tile>> {
  const after = new Map<number, Tile>();
  const sideTiles = Math.max(MIN_TILES, Math.ceil((REACHES * local.reachPx) / TILE_PX));
  for (let row = 0; row < store.rows; row += sideTiles) {
    for (let column = 0; column < store.columns; column += sideTiles) {
      const tiles = tilesToChange(store, local, column, row, sideTiles);
      if (tiles.length === 0) continue;
      mapPart(store, local, tiles, after);
      yield (row * store.columns + Math.min(store.columns, column + sideTiles) * sideTiles) / store.tiles.length;
    }
  }
  return after;
}

/** The tiles of a part that may change. */
function tilesToChange(store: TileStore, local: LocalChange, column: number, row: number, sideTiles: number): number[] {
  const found: number[] = [];
  for (let y = row; y < Math.min(store.rows, row + sideTiles); y++) {
    for (let x = column; x < Math.min(store.columns, column + sideTiles); x++) {
      const index = y * store.columns + x;
      if (store.tiles[index] === local.fixed) continue;
      if (!isUniform(store, around(store, tileRect(store, index), local.reachPx))) found.push(index);
    }
  }
  return found;
}

/** Changes the smallest part that holds these tiles. */
function mapPart(
  store: TileStore,
  { change, reachPx }: LocalChange,
  tiles: readonly number[],
  after: Map<number, Tile>,
): void {
  const rects = tiles.map((index) => tileRect(store, index));
  const whole = {
    left: Math.min(...rects.map(({ left }) => left)),
    top: Math.min(...rects.map(({ top }) => top)),
    right: Math.max(...rects.map(({ right }) => right)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  };
  const rect = around(store, whole, reachPx);
  const width = rect.right - rect.left;
  const changed = change({ data: readRect(store, rect), width, height: rect.bottom - rect.top });
  for (const index of tiles) after.set(index, cut(changed, tileRect(store, index), rect));
}

function around(store: TileStore, { left, top, right, bottom }: Rect, reachPx: number): Rect {
  return {
    left: Math.max(0, left - reachPx),
    top: Math.max(0, top - reachPx),
    right: Math.min(store.widthPx, right + reachPx),
    bottom: Math.min(store.heightPx, bottom + reachPx),
  };
}

/** Whether all tiles that a rectangle touches have the same single value. */
function isUniform(store: TileStore, rect: Rect): boolean {
  const first = store.tiles[Math.floor(rect.top / TILE_PX) * store.columns + Math.floor(rect.left / TILE_PX)];
  if (typeof first !== 'number') return false;
  for (let row = Math.floor(rect.top / TILE_PX); row * TILE_PX < rect.bottom; row++) {
    for (let column = Math.floor(rect.left / TILE_PX); column * TILE_PX < rect.right; column++) {
      if (store.tiles[row * store.columns + column] !== first) return false;
    }
  }
  return true;
}

function cut({ data, width }: Coverage, own: Rect, around: Rect): Tile {
  const tile: TileStore = createTileStore(own.right - own.left, own.bottom - own.top);
  const bytes = writableTile(tile, 0);
  for (let y = own.top; y < own.bottom; y++) {
    const from = (y - around.top) * width + own.left - around.left;
    bytes.set(data.subarray(from, from + own.right - own.left), (y - own.top) * TILE_PX);
  }
  collapseTile(tile, 0);
  return tile.tiles[0] ?? 0;
}
