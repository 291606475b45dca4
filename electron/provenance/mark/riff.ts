// The chunks of a RIFF file: WebP and wav, the large forms of wav included.

import type { ByteSource } from '../../byte-source.ts';

/** A chunk: where its header begins, and the size of its content. */
export type RiffChunk = { type: string; at: number; length: number };

/**
 * The chunks of a file. `isExact`: its sizes are true, it ends where they say; a last byte of padding may be missing.
 * `sizes`: the content of `ds64`, which has the sizes of the large forms.
 */
export type RiffFile = { chunks: RiffChunk[]; statedBytes: number; isExact: boolean; sizes: Buffer | undefined };

/** Name and size of a chunk. */
export const CHUNK_HEAD_BYTES = 8;
/** Name, size and form of the whole. */
export const RIFF_HEAD_BYTES = 12;
/** A size that is somewhere else, or not known. */
export const NO_SIZE = 0xffff_ffff;
const LARGE: readonly string[] = ['RF64', 'BW64'];
const LARGE_SIZES_BYTES = 24;
const MAX_CHUNKS = 10_000;

/** Reads the headers of all chunks. Undefined if it is no such file. Rejects with the disk's error. */
export async function readRiff(source: ByteSource, form: 'WAVE' | 'WEBP'): Promise<RiffFile | undefined> {
  const head = await source.read(0, RIFF_HEAD_BYTES);
  const name = head.toString('latin1', 0, 4);
  const isLarge = LARGE.includes(name);
  if ((name !== 'RIFF' && !isLarge) || head.toString('latin1', 8, 12) !== form) return undefined;
  const chunks: RiffChunk[] = [];
  let sizes: Buffer | undefined;
  let at = RIFF_HEAD_BYTES;
  while (at + CHUNK_HEAD_BYTES <= source.sizeBytes && chunks.length < MAX_CHUNKS) {
    const chunk = await source.read(at, CHUNK_HEAD_BYTES);
    const type = chunk.toString('latin1', 0, 4);
    let length = chunk.readUInt32LE(4);
    if (isLarge && type === 'ds64' && chunks.length === 0 && length >= LARGE_SIZES_BYTES)
      sizes = Buffer.from(await source.read(at + CHUNK_HEAD_BYTES, LARGE_SIZES_BYTES));
    if (type === 'data' && length === NO_SIZE && sizes) length = Number(sizes.readBigUInt64LE(8));
    chunks.push({ type, at, length });
    at += CHUNK_HEAD_BYTES + length + (length % 2);
  }
  const statedBytes = CHUNK_HEAD_BYTES + (sizes ? Number(sizes.readBigUInt64LE(0)) : head.readUInt32LE(4));
  const isUnpadded = at === source.sizeBytes + 1;
  const isExact = (at === source.sizeBytes || isUnpadded) && (statedBytes === source.sizeBytes || statedBytes === at);
  return { chunks, statedBytes, isExact, sizes };
}

/** A chunk with its padding. */
export function riffChunk(type: string, ...content: readonly Uint8Array[]): Buffer {
  const data = Buffer.concat(content);
  return Buffer.concat([Buffer.from(type, 'latin1'), little32(data.length), data, Buffer.alloc(data.length % 2)]);
}

/** A number of four bytes. */
export function little32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
