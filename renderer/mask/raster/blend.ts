// How strength is laid onto coverage: the one formula that brushes, shapes and wands share. It must not know where the strength comes from.

import { forEachTileIn, type Rect, TILE_PX, type Tile, type TileStore, tileCopy } from './tiles.ts';

/** Whether something adds coverage or takes it away. */
export type BlendMode = 'paint' | 'erase';

/** What `strength` (0–255) makes of the coverage (0–255) that was there: painting covers the rest in proportion, erasing subtracts. */
export function blend(mode: BlendMode, before: number, strength: number): number {
  if (mode === 'erase') return Math.max(0, before - strength);
  const product = before * strength + 128;
  // The product divided by 255 and rounded, without dividing.
  return before + strength - ((product + (product >> 8)) >> 8);
}

/**
 * Lays a part of the picture onto a raster: `strength` holds the bytes of `rect` row by row. Adds what becomes of the
 * tiles to `after`, which may hold some of them already; the raster itself stays as it is.
 */
export function blendRect(
  store: TileStore,
  rect: Rect,
  strength: Uint8Array,
  mode: BlendMode,
  after: Map<number, Tile>,
): void {
  const width = rect.right - rect.left;
  forEachTileIn(store, rect, (index, part) => {
    let bytes: Uint8Array<ArrayBuffer> | undefined;
    const from = part.left - rect.left;
    for (let y = part.top; y < part.bottom; y++) {
      const at = (y - rect.top) * width + from;
      const row = strength.subarray(at, at + part.right - part.left);
      if (row.every((value) => value === 0)) continue;
      bytes ??= tileCopy(after.get(index) ?? store.tiles[index] ?? 0);
      const to = (y % TILE_PX) * TILE_PX + (part.left % TILE_PX);
      for (let x = 0; x < row.length; x++) bytes[to + x] = blend(mode, bytes[to + x] ?? 0, row[x] ?? 0);
    }
    if (bytes !== undefined) after.set(index, bytes);
  });
}
