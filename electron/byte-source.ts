// Bytes that are read at any position: a file, or bytes in memory.

import { type FileHandle, open } from 'node:fs/promises';

/** Reads some bytes at a position, fewer at the end. Rejects with the disk's error. */
export type ByteSource = { sizeBytes: number; read: (at: number, length: number) => Promise<Buffer> };

/** Small reads one behind the other are answered from a block of this size. */
const BLOCK_BYTES = 64 * 1024;
/** Bytes that are passed on at once. */
const PIECE_BYTES = 256 * 1024;

/** Makes a source of a file that is open. Rejects with the disk's error. */
async function sourceOf(file: FileHandle): Promise<ByteSource> {
  const { size: sizeBytes } = await file.stat();
  let block: Buffer = Buffer.alloc(0);
  let blockAt = 0;
  const load = async (at: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  return {
    sizeBytes,
    async read(at, length) {
      if (length > BLOCK_BYTES) return load(at, length);
      if (at < blockAt || at + length > blockAt + block.length) {
        block = await load(at, BLOCK_BYTES);
        blockAt = at;
      }
      return block.subarray(at - blockAt, at - blockAt + length);
    },
  };
}

/** Opens a file, uses it, and closes it. Rejects with the disk's error, or that of `use`. */
export async function withSource<T>(path: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await use(await sourceOf(file));
  } finally {
    await file.close();
  }
}

/** The bytes from `start` to `end`, the latter not included. Rejects with the disk's error. */
export async function* rangeOf(source: ByteSource, start: number, end: number): AsyncGenerator<Uint8Array, void> {
  for (let at = start; at < end; ) {
    const piece = await source.read(at, Math.min(PIECE_BYTES, end - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}
