// Pages of Ogg (RFC 3533): reading one, and writing a packet on as many as it needs.

import type { ByteSource } from '../../byte-source.ts';

/** Where a page is, and what its header says. `granule` is raw. */
export type OggPage = {
  at: number;
  flags: number;
  granule: Buffer;
  serial: number;
  sequence: number;
  lacing: Buffer;
  dataAt: number;
  end: number;
};

export const CONTINUED = 1;
export const FIRST = 2;
const HEAD_BYTES = 27;
const SEQUENCE_AT = 18;
const CHECKSUM_AT = 22;
const MAX_SEGMENTS = 255;
const SEGMENT_BYTES = 255;
const NO_GRANULE = Buffer.alloc(8, 0xff);

/** Reads the page at a position. Undefined if there is none that is whole. Rejects with the disk's error. */
export async function readPage(source: ByteSource, at: number): Promise<OggPage | undefined> {
  const head = Buffer.from(await source.read(at, HEAD_BYTES + MAX_SEGMENTS));
  const segments = head[26] ?? 0;
  if (head.length < HEAD_BYTES + segments || head.toString('latin1', 0, 4) !== 'OggS' || head[4] !== 0)
    return undefined;
  const lacing = head.subarray(HEAD_BYTES, HEAD_BYTES + segments);
  const dataAt = at + HEAD_BYTES + segments;
  const end = lacing.reduce((sum, length) => sum + length, dataAt);
  if (end > source.sizeBytes) return undefined;
  return {
    at,
    flags: head[5] ?? 0,
    granule: head.subarray(6, 14),
    serial: head.readUInt32LE(14),
    sequence: head.readUInt32LE(SEQUENCE_AT),
    lacing,
    dataAt,
    end,
  };
}

/** A page of the same stream at another place in its sequence. Rejects with the disk's error. */
export async function renumbered(source: ByteSource, page: OggPage, sequence: number): Promise<Buffer> {
  const bytes = Buffer.from(await source.read(page.at, page.end - page.at));
  return sealed(bytes, sequence);
}

/**
 * Packets on pages of their own, the last of which ends where the last packet does. @param sequence that of the first
 * page
 */
export function packetPages(serial: number, sequence: number, packets: readonly Buffer[]): Buffer[] {
  const lacing = packets.flatMap(({ length }) => lacingOf(length));
  const data = Buffer.concat(packets);
  const pages: Buffer[] = [];
  for (let at = 0, from = 0; at < lacing.length; at += MAX_SEGMENTS) {
    const segments = lacing.slice(at, at + MAX_SEGMENTS);
    const to = segments.reduce((sum, length) => sum + length, from);
    const hasEnd = segments.some((length) => length < SEGMENT_BYTES);
    const head = Buffer.alloc(HEAD_BYTES);
    head.write('OggS', 'latin1');
    head[5] = at > 0 && lacing[at - 1] === SEGMENT_BYTES ? CONTINUED : 0;
    if (!hasEnd) head.set(NO_GRANULE, 6);
    head.writeUInt32LE(serial, 14);
    head[26] = segments.length;
    pages.push(sealed(Buffer.concat([head, Buffer.from(segments), data.subarray(from, to)]), sequence + pages.length));
    from = to;
  }
  return pages;
}

/** Puts number and checksum into a page. */
function sealed(page: Buffer, sequence: number): Buffer {
  page.writeUInt32LE(sequence >>> 0, SEQUENCE_AT);
  page.writeUInt32LE(0, CHECKSUM_AT);
  page.writeUInt32LE(checksum(page), CHECKSUM_AT);
  return page;
}

function lacingOf(length: number): number[] {
  const whole = Math.floor(length / SEGMENT_BYTES);
  return [...new Array<number>(whole).fill(SEGMENT_BYTES), length % SEGMENT_BYTES];
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x8000_0000 ? (rest << 1) ^ 0x04c1_1db7 : rest << 1;
  return rest;
});

/** The checksum of a page in which its own place is 0. */
function checksum(page: Uint8Array): number {
  let rest = 0;
  for (const byte of page) rest = (rest << 8) ^ (TABLE[(rest >>> 24) ^ byte] ?? 0);
  return rest >>> 0;
}
