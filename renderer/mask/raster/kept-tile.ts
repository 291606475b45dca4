// The form in which tiles of a mask are kept outside the engine: small where little is painted. It must not know where they are kept.

import { applyDiff, diffTiles } from './tile-diff.ts';
import type { Tile } from './tiles.ts';

/** A tile by its place in the raster. `packed` is one byte where all pixels are equal, else a difference from an empty tile. */
export type KeptTile = { index: number; packed: Uint8Array<ArrayBuffer> };

/** Packs a tile. */
export function packTile(index: number, tile: Tile): KeptTile {
  const diff = diffTiles(0, tile);
  // A copy of its own: what is packed badly is the tile's very bytes.
  return { index, packed: typeof diff === 'number' ? Uint8Array.of(diff) : diff.slice() };
}

/** The tile again. Bytes that no tile packs to give some tile, never an error. */
export function unpackTile({ packed }: KeptTile): Tile {
  return packed.length === 1 ? (packed[0] ?? 0) : applyDiff(0, packed.slice());
}
