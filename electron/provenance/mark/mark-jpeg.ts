// The mark in a JPEG file: an XMP packet in a segment APP1, after those of JFIF and Exif.

import type { Unmarkable } from '../../../shared/library/provenance.ts';
import type { ByteSource } from '../../byte-source.ts';
import { insertion, type PlanMark } from './plan.ts';
import { markedPacket, newPacket } from './xmp.ts';

const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP11 = 0xeb;
const START_OF_SCAN = 0xda;
/** Markers from here on have a length and content, the end of the picture and the standalone ones excepted. */
const FIRST_WITH_LENGTH = 0xc0;
const RESTART_TO_END = { first: 0xd0, last: 0xd9 };
const XMP_START = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const MAX_SEGMENT_BYTES = 0xffff;
const MAX_SEGMENTS = 10_000;

export const planJpeg: PlanMark = async (source, kind) => {
  const found = await findSegments(source);
  if (typeof found === 'string') return found;
  const { xmp } = found;
  const packet = xmp === undefined ? newPacket(kind) : markedPacket(xmp.packet, kind);
  if (typeof packet === 'string') return packet;
  const inserted = segment(packet);
  if (inserted === undefined) return 'unreadable';
  return { splices: [xmp === undefined ? insertion(found.place, inserted) : { ...xmp.place, inserted }] };
};

/** `place`: behind the segments that have to be first. */
type Found = { place: number; xmp?: { place: { at: number; removed: number }; packet: Uint8Array } };

async function findSegments(source: ByteSource): Promise<Found | Unmarkable> {
  if ((await source.read(0, 2)).toString('hex') !== 'ffd8') return 'unreadable';
  const found: Found = { place: 2 };
  for (let at = 2, isFirst = true, count = 0; count < MAX_SEGMENTS; count++) {
    const head = await source.read(at, 4);
    const marker = head[1] ?? 0;
    const isOther = marker < FIRST_WITH_LENGTH || (marker >= RESTART_TO_END.first && marker <= RESTART_TO_END.last);
    if (head.length < 4 || head[0] !== 0xff || isOther) return 'unreadable';
    const length = head.readUInt16BE(2);
    const end = at + 2 + length;
    if (length < 2 || end > source.sizeBytes) return 'unreadable';
    if (marker === START_OF_SCAN) return found;
    const content = await source.read(at + 4, length - 2);
    // JUMBF, which holds manifests of C2PA. Places inside a file of several pictures would be displaced.
    if (marker === APP11 && content.toString('latin1', 0, 2) === 'JP') return 'signed';
    if (marker === APP2 && content.toString('latin1', 0, 4) === 'MPF\0') return 'unreadable';
    if (marker === APP1 && content.subarray(0, XMP_START.length).equals(XMP_START)) {
      if (found.xmp) return 'unreadable';
      found.xmp = { place: { at, removed: end - at }, packet: Buffer.from(content.subarray(XMP_START.length)) };
    }
    isFirst &&= marker === APP0 || marker === APP1;
    if (isFirst) found.place = end;
    at = end;
  }
  return 'unreadable';
}

/** Undefined if the packet is too large for one segment. */
function segment(packet: Uint8Array): Buffer | undefined {
  const length = 2 + XMP_START.length + packet.length;
  if (length > MAX_SEGMENT_BYTES) return undefined;
  return Buffer.concat([Buffer.from([0xff, APP1, length >> 8, length & 0xff]), XMP_START, packet]);
}
