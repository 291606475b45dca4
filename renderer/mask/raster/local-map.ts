// Changes a raster where each pixel depends on its surroundings, and only there: tiles amid equal ones are passed by. It must not know what the change is.

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
 * What becomes of the tiles when `change` is made everywhere. It is given parts of the picture and must give back as
 * many bytes; a pixel may depend on others up to `reachPx` away in each direction, and must not change amid equal ones.
 * Parts end at the picture's edge.
 */
export function mapLocally(store: TileStore, reachPx: number, change: (part: Coverage) => Coverage): Map<number, Tile> {
  const after = new Map<number, Tile>();
  store.tiles.forEach((_tile, index) => {
    const own = tileRect(store, index);
    const around: Rect = {
      left: Math.max(0, own.left - reachPx),
      top: Math.max(0, own.top - reachPx),
      right: Math.min(store.widthPx, own.right + reachPx),
      bottom: Math.min(store.heightPx, own.bottom + reachPx),
    };
    if (isUniform(store, around)) return;
    const width = around.right - around.left;
    const data = readRect(store, around);
    const changed = change({ data, width, height: around.bottom - around.top });
    after.set(index, cut(changed, own, around));
  });
  return after;
}

/** Whether all tiles that a rectangle touches hold the same one value. */
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
