// Writes a mask as a greyscale PNG file (W3C PNG, third edition): white is what may be edited.

import { crc32 } from '../../../../shared/images/headers/crc32.ts';
import { createRunDeflater } from './rle-deflate.ts';
import { TILE_PX, type TileStore } from './tiles.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GREY = 0;
const BITS = 8;
const CHUNK_FRAME_BYTES = 12;

/** The file: 8 bits per pixel, coverage as brightness. */
export function encodeMaskPng(store: TileStore): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, store.widthPx);
  view.setUint32(4, store.heightPx);
  header.set([BITS, GREY], 8);
  const chunks = [
    ['IHDR', header],
    ['IDAT', compress(store)],
    ['IEND', new Uint8Array()],
  ] as const;
  const size = chunks.reduce((sum, [, data]) => sum + CHUNK_FRAME_BYTES + data.length, SIGNATURE.length);
  const file = new Uint8Array(size);
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const [type, data] of chunks) at = writeChunk(file, at, type, data);
  return file;
}

/** Rows, each preceded by filter type 0. Tiles of one value are written as runs, without reading pixels. */
function compress(store: TileStore): Uint8Array {
  const deflater = createRunDeflater();
  for (let y = 0; y < store.heightPx; y++) {
    deflater.run(0, 1);
    const firstTile = Math.floor(y / TILE_PX) * store.columns;
    const row = (y % TILE_PX) * TILE_PX;
    for (let column = 0; column < store.columns; column++) {
      const width = Math.min(TILE_PX, store.widthPx - column * TILE_PX);
      const tile = store.tiles[firstTile + column] ?? 0;
      if (typeof tile === 'number') deflater.run(tile, width);
      else deflater.bytes(tile, row, row + width);
    }
  }
  return deflater.finish();
}

/** Writes a chunk and returns the position after it. */
function writeChunk(file: Uint8Array, start: number, type: string, data: Uint8Array): number {
  const view = new DataView(file.buffer);
  view.setUint32(start, data.length);
  for (let i = 0; i < 4; i++) file[start + 4 + i] = type.charCodeAt(i);
  file.set(data, start + 8);
  const end = start + 8 + data.length;
  view.setUint32(end, crc32(0, file.subarray(start + 4, end)));
  return end + 4;
}
