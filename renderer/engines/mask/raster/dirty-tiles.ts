// Records which part of which tile has changed since the record was last read.

import { forEachTileIn, type Rect, type TileStore, tileRect } from './tiles.ts';

/** The changed rectangle of each tile, in picture pixels, by tile index. */
export type DirtyTiles = Map<number, Rect>;

/** Adds the part of `rect` that is inside the picture. */
export function markRect(dirty: DirtyTiles, store: TileStore, rect: Rect): void {
  forEachTileIn(store, rect, (index, part) => markPart(dirty, index, part));
}

/** Adds a whole tile. */
export function markTile(dirty: DirtyTiles, store: TileStore, index: number): void {
  dirty.set(index, tileRect(store, index));
}

/** Adds a rectangle that lies within one tile. */
export function markPart(dirty: DirtyTiles, index: number, part: Rect): void {
  const known = dirty.get(index);
  if (known === undefined) {
    dirty.set(index, part);
    return;
  }
  dirty.set(index, {
    left: Math.min(known.left, part.left),
    top: Math.min(known.top, part.top),
    right: Math.max(known.right, part.right),
    bottom: Math.max(known.bottom, part.bottom),
  });
}
