// The mark in a WebP file: an XMP packet at its end, announced by the header of the extended form.

import type { ByteSource } from '../../byte-source.ts';
import { insertion, type PlanMark, replacement, type Splice } from './plan.ts';
import { CHUNK_HEAD_BYTES, little32, NO_SIZE, RIFF_HEAD_BYTES, type RiffChunk, readRiff, riffChunk } from './riff.ts';
import { MAX_XMP_BYTES, markedPacket, newPacket } from './xmp.ts';

const HAS_XMP = 0x04;
const HAS_ALPHA = 0x10;
const EXTENDED_BYTES = 10;
/** Largest side of the simple forms. */
const MAX_SIDE = 0x3fff;

export const planWebp: PlanMark = async (source, kind) => {
  const file = await readRiff(source, 'WEBP');
  const first = file?.chunks[0];
  if (!file?.isExact || !first || source.sizeBytes % 2 === 1) return 'unreadable';
  if (file.chunks.some(({ type }) => type === 'C2PA')) return 'signed';
  const [xmp, second] = file.chunks.filter(({ type }) => type === 'XMP ');
  if (second || (xmp && xmp.length > MAX_XMP_BYTES)) return 'unreadable';
  const packet = xmp ? markedPacket(await contentOf(source, xmp), kind) : newPacket(kind);
  if (typeof packet === 'string') return packet;
  const header = await announced(source, first);
  if (!header) return 'unreadable';
  const chunk = riffChunk('XMP ', packet);
  const removed = xmp ? CHUNK_HEAD_BYTES + xmp.length + (xmp.length % 2) : 0;
  const body: Splice = xmp ? { at: xmp.at, removed, inserted: chunk } : insertion(source.sizeBytes, chunk);
  const grown = source.sizeBytes + header.inserted.length - header.removed + chunk.length - removed;
  if (grown - CHUNK_HEAD_BYTES >= NO_SIZE) return 'unreadable';
  return { splices: [replacement(4, little32(grown - CHUNK_HEAD_BYTES)), header, body] };
};

async function contentOf(source: ByteSource, { at, length }: RiffChunk): Promise<Buffer> {
  return source.read(at + CHUNK_HEAD_BYTES, length);
}

/** The header that says that there is XMP: the file's own, or a new one. Undefined if the picture cannot be read. */
async function announced(source: ByteSource, first: RiffChunk): Promise<Splice | undefined> {
  const start = Buffer.from(await source.read(first.at + CHUNK_HEAD_BYTES, EXTENDED_BYTES));
  if (start.length < EXTENDED_BYTES || first.length < EXTENDED_BYTES) return undefined;
  if (first.type === 'VP8X') return replacement(first.at + CHUNK_HEAD_BYTES, Buffer.of((start[0] ?? 0) | HAS_XMP));
  const seen = first.type === 'VP8L' ? lossless(start) : first.type === 'VP8 ' ? lossy(start) : undefined;
  if (!seen || seen.width === 0 || seen.height === 0) return undefined;
  const header = Buffer.alloc(EXTENDED_BYTES);
  header[0] = HAS_XMP | (seen.hasAlpha ? HAS_ALPHA : 0);
  header.writeUIntLE(seen.width - 1, 4, 3);
  header.writeUIntLE(seen.height - 1, 7, 3);
  return insertion(RIFF_HEAD_BYTES, riffChunk('VP8X', header));
}

type Seen = { width: number; height: number; hasAlpha: boolean };

function lossy(start: Buffer): Seen | undefined {
  if (start.toString('hex', 3, 6) !== '9d012a') return undefined;
  return { width: start.readUInt16LE(6) & MAX_SIDE, height: start.readUInt16LE(8) & MAX_SIDE, hasAlpha: false };
}

function lossless(start: Buffer): Seen | undefined {
  if (start[0] !== 0x2f) return undefined;
  const bits = start.readUInt32LE(1);
  return {
    width: (bits & MAX_SIDE) + 1,
    height: ((bits >>> 14) & MAX_SIDE) + 1,
    hasAlpha: ((bits >>> 28) & 1) === 1,
  };
}
