// Reads the length of an Ogg stream whose codec common demuxers do not know: FLAC (RFC 9639 §10.1) and Speex.

import { startsWith } from './signatures.ts';

const PAGE_HEADER_BYTES = 27;
/** In the first packet: FLAC's mapping header and STREAMINFO up to the rate, Speex's header up to the rate. */
const FLAC_RATE_AT = 27;
const SPEEX_RATE_AT = 36;
const RATE_BYTES = 4;

/**
 * Reads rate and number of samples per channel.
 * @param head the first bytes of the file.
 * @param tail the last bytes, with at least one page.
 * @returns undefined if it is another codec, or there is no last page.
 */
export function readOggLength(head: Uint8Array, tail: Uint8Array): { rateHz: number; frames: number } | undefined {
  const packet = head.subarray(PAGE_HEADER_BYTES + (head[PAGE_HEADER_BYTES - 1] ?? 0));
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  const isFlac = startsWith(packet, '\x7fFLAC');
  const rateAt = isFlac ? FLAC_RATE_AT : SPEEX_RATE_AT;
  if (!startsWith(head, 'OggS') || !(isFlac || startsWith(packet, 'Speex   '))) return undefined;
  if (packet.length < rateAt + RATE_BYTES) return undefined;
  const rateHz = isFlac ? view.getUint32(rateAt) >>> 12 : view.getUint32(rateAt, true);
  for (let at = tail.length - PAGE_HEADER_BYTES; at >= 0; at--) {
    if (!startsWith(tail.subarray(at), 'OggS')) continue;
    const frames = Number(new DataView(tail.buffer, tail.byteOffset + at + 6, 8).getBigInt64(0, true));
    return rateHz > 0 && frames >= 0 ? { rateHz, frames } : undefined;
  }
  return undefined;
}
