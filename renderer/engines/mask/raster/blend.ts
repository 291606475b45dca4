// How strength is blended with coverage: the one formula for brushes, shapes and the wand.

import { forEachTileIn, type Rect, TILE_PX, type Tile, type TileStore, tileCopy } from './tiles.ts';

/** Whether coverage is added or removed. */
export type BlendMode = 'paint' | 'erase';

/**
 * The new coverage for `strength` (0–255) on coverage `before` (0–255): painting covers that share of the rest, erasing
 * subtracts.
 */
export function blend(mode: BlendMode, before: number, strength: number): number {
  if (mode === 'erase') return Math.max(0, before - strength);
  const product = before * strength + 128;
  // The product divided by 255 and rounded, without a division.
  return before + strength - ((product + (product >> 8)) >> 8);
}

/**
 * Blends a part of the picture with a raster; `strength` holds the bytes of `rect` row by row. Adds the changed tiles
 * to `after`, which may already hold some of them. The raster itself is not changed.
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
      if (isNothing(row)) continue;
      bytes ??= tileCopy(after.get(index) ?? store.tiles[index] ?? 0);
      const to = (y % TILE_PX) * TILE_PX + (part.left % TILE_PX);
      for (let x = 0; x < row.length; x++) bytes[to + x] = blend(mode, bytes[to + x] ?? 0, row[x] ?? 0);
    }
    if (bytes !== undefined) after.set(index, bytes);
  });
}

/** A loop, because a function for each pixel would take most of the time. */
function isNothing(strength: Uint8Array): boolean {
  for (let at = 0; at < strength.length; at++) if (strength[at] !== 0) return false;
  return true;
}
