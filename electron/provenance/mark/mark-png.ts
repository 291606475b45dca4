// The mark in a PNG file: a comment and an XMP packet, as text chunks after the header.

import { crc32 } from 'node:zlib';
import { MARK_WORDS, type Unmarkable } from '../../../shared/library/provenance.ts';
import type { ByteSource } from '../../byte-source.ts';
import { insertion, type PlanMark } from './plan.ts';
import { MAX_XMP_BYTES, markedPacket, newPacket } from './xmp.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const FIRST_CHUNK = 8;
/** Signature and IHDR. */
const HEAD_BYTES = 33;
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12;
const MAX_CHUNKS = 1_000_000;
/** Keyword of the packet; no compression, no language, no translated keyword. */
const XMP_START = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');
const KEYWORD_BYTES = 18;

export const planPng: PlanMark = async (source, kind) => {
  const found = await findChunks(source);
  if (typeof found === 'string') return found;
  const comment = chunk('tEXt', Buffer.from(`Comment\0${MARK_WORDS[kind]}`, 'latin1'));
  const { xmp } = found;
  if (xmp === undefined)
    return { splices: [insertion(HEAD_BYTES, Buffer.concat([comment, xmpChunk(newPacket(kind))]))] };
  const packet = markedPacket(xmp.packet, kind);
  if (typeof packet === 'string') return packet;
  return { splices: [insertion(HEAD_BYTES, comment), { ...xmp.place, inserted: xmpChunk(packet) }] };
};

type Found = { xmp?: { place: { at: number; removed: number }; packet: Uint8Array } };

async function findChunks(source: ByteSource): Promise<Found | Unmarkable> {
  if (!(await source.read(0, FIRST_CHUNK)).equals(SIGNATURE)) return 'unreadable';
  let found: Found = {};
  for (let at = FIRST_CHUNK, count = 0; count < MAX_CHUNKS; count++) {
    const head = await source.read(at, 8);
    if (head.length < 8) return 'unreadable';
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4);
    const end = at + FRAME_BYTES + length;
    if (end > source.sizeBytes || (count === 0 && (type !== 'IHDR' || end !== HEAD_BYTES))) return 'unreadable';
    if (type === 'IEND') return found;
    if (type === 'caBX') return 'signed';
    if (type === 'iTXt' && (await source.read(at + 8, KEYWORD_BYTES)).equals(XMP_START.subarray(0, KEYWORD_BYTES))) {
      // Two packets contradict the specification of XMP.
      if (found.xmp || length > MAX_XMP_BYTES) return 'unreadable';
      const data = await source.read(at + 8, length);
      if (!data.subarray(0, XMP_START.length).equals(XMP_START)) return 'unreadable';
      found = { xmp: { place: { at, removed: end - at }, packet: data.subarray(XMP_START.length) } };
    }
    at = end;
  }
  return 'unreadable';
}

function xmpChunk(packet: Uint8Array): Buffer {
  return chunk('iTXt', Buffer.concat([XMP_START, packet]));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(FRAME_BYTES + data.length);
  bytes.writeUInt32BE(data.length);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
