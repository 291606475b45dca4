// The form in which tiles of a mask are saved outside the engine: small where little is painted.

import { applyDiff, diffTiles } from './tile-diff.ts';
import type { Tile } from './tiles.ts';

/**
 * A tile with its index in the raster. `packed` is one byte if all pixels are equal, otherwise a difference from an
 * empty tile.
 */
export type KeptTile = { index: number; packed: Uint8Array<ArrayBuffer> };

/** Packs a tile for saving. */
export function packTile(index: number, tile: Tile): KeptTile {
  const diff = diffTiles(0, tile);
  // Copied, because for a tile that cannot be packed the difference shares the tile's memory.
  return { index, packed: typeof diff === 'number' ? Uint8Array.of(diff) : diff.slice() };
}

/** Unpacks a tile. Invalid bytes result in some tile, never in an error. */
export function unpackTile({ packed }: KeptTile): Tile {
  return packed.length === 1 ? (packed[0] ?? 0) : applyDiff(0, packed.slice());
}
