// Ogg pages (RFC 3533) for one Opus stream (RFC 7845).

import { joinBytes, little32, little64, utf8 } from './byte-text.ts';

const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;
const MAX_SEGMENTS = 255;
const SEGMENT_BYTES = 255;
/** No packet ends on the page. */
const NO_GRANULE = -1;
/** Any number identifies the only stream of a file. */
const SERIAL = 1;
/** A page is closed when it has this many packets of 60 ms: about one second. */
const PACKETS_PER_PAGE = 16;

/** An Opus packet and its length in samples at 48 kHz. */
type OpusPacket = { bytes: Uint8Array; frames: number };

/** Writes a stream: `head` before the packets, `add` for each, `end` after the last. All return what is complete. */
export type OggWriter = {
  head: () => Uint8Array<ArrayBuffer>;
  add: (packet: OpusPacket) => Uint8Array<ArrayBuffer>;
  end: () => Uint8Array<ArrayBuffer>;
};

/**
 * Creates a writer. @param headers the packets of identification and comments. @param lastPosition where decoders stop,
 * in samples at 48 kHz, those that they drop at the beginning included.
 */
export function createOggWriter(headers: readonly [Uint8Array, Uint8Array], lastPosition: number): OggWriter {
  let pages = 0;
  let position = 0;
  let waiting: OpusPacket[] = [];

  const page = (flags: number, granule: number, lacing: readonly number[], content: Uint8Array): Uint8Array => {
    const bytes = joinBytes(
      utf8('OggS'),
      Uint8Array.of(0, flags),
      granule === NO_GRANULE ? new Uint8Array(8).fill(0xff) : little64(granule),
      little32(SERIAL),
      little32(pages),
      little32(0),
      Uint8Array.of(lacing.length, ...lacing),
      content,
    );
    bytes.set(little32(crc(bytes)), 22);
    pages += 1;
    return bytes;
  };
  /** A packet of any length on pages of its own. */
  const packetPages = (flags: number, packet: Uint8Array): Uint8Array[] => {
    const lacing = lacingOf(packet.length);
    const made: Uint8Array[] = [];
    for (let at = 0; at < lacing.length; at += MAX_SEGMENTS) {
      const isEnd = at + MAX_SEGMENTS >= lacing.length;
      const content = packet.subarray(at * SEGMENT_BYTES, isEnd ? packet.length : (at + MAX_SEGMENTS) * SEGMENT_BYTES);
      const pageFlags = flags | (at > 0 ? CONTINUED : 0);
      made.push(page(pageFlags, isEnd ? 0 : NO_GRANULE, lacing.slice(at, at + MAX_SEGMENTS), content));
    }
    return made;
  };
  const flush = (flags: number): Uint8Array<ArrayBuffer> => {
    position += waiting.reduce((sum, { frames }) => sum + frames, 0);
    const packets = waiting.map(({ bytes }) => bytes);
    waiting = [];
    const lacing = packets.flatMap(({ length }) => lacingOf(length));
    return joinBytes(page(flags, flags & LAST ? lastPosition : position, lacing, joinBytes(...packets)));
  };
  const segments = (): number => waiting.reduce((sum, { bytes }) => sum + lacingOf(bytes.length).length, 0);

  return {
    head: () => joinBytes(...packetPages(FIRST, headers[0]), ...packetPages(0, headers[1])),
    add: (packet) => {
      const isFull =
        waiting.length >= PACKETS_PER_PAGE ||
        (waiting.length > 0 && segments() + lacingOf(packet.bytes.length).length > MAX_SEGMENTS);
      // The last page is not known to be the last before the end, so one packet always waits.
      const complete = isFull ? flush(0) : new Uint8Array(0);
      waiting.push(packet);
      return complete;
    },
    end: () => flush(LAST),
  };
}

function lacingOf(length: number): number[] {
  const whole = Math.floor(length / SEGMENT_BYTES);
  return [...new Array<number>(whole).fill(SEGMENT_BYTES), length % SEGMENT_BYTES];
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x8000_0000 ? (rest << 1) ^ 0x04c1_1db7 : rest << 1;
  return rest;
});

function crc(bytes: Uint8Array): number {
  let rest = 0;
  for (const byte of bytes) rest = (rest << 8) ^ (CRC_TABLE[(rest >>> 24) ^ byte] ?? 0);
  return rest;
}
