// Detects from its last bytes whether an audio file ends where its own structure requires. Pure functions over bytes.

import { mp3FrameAt } from './mp3-frame.ts';

/** Enough for several of the longest mp3 frames, and for the longest Ogg page (65 307 bytes). */
export const TAIL_BYTES = 68 * 1024;

const ID3V1_BYTES = 128;
const HEADER_BYTES = 4;
/** This many consecutive frames are not a coincidence. */
const MIN_FRAMES = 3;

/**
 * Whether an mp3 stops in the middle of a frame (ISO 11172-3 §2.4.1): follows the frames of the tail to the end. False
 * if there are too few frames to follow.
 */
export function isMp3Truncated(tail: Uint8Array): boolean {
  const hasTag = startsWith(tail, tail.length - ID3V1_BYTES, 'TAG');
  const end = hasTag ? tail.length - ID3V1_BYTES : tail.length;
  for (let start = 0; start < end; start++) {
    let at = start;
    let frames = 0;
    for (let frame = mp3FrameAt(tail, at); frame && at < end; frame = mp3FrameAt(tail, at)) {
      at += frame.lengthBytes;
      frames++;
    }
    // Fewer bytes than a header has are the beginning of a truncated frame.
    if (frames >= MIN_FRAMES && at > end - HEADER_BYTES) return at !== end;
  }
  return false;
}

/**
 * Whether an Ogg stream stops before its end (RFC 3533 §6): its last page is truncated, or is not the last page of its
 * stream. False if the tail contains no page.
 */
export function isOggTruncated(tail: Uint8Array): boolean {
  for (let at = tail.length - 4; at >= 0; at--) {
    if (!startsWith(tail, at, 'OggS')) continue;
    const segments = tail[at + 26];
    if (segments === undefined || at + 27 + segments > tail.length) return true;
    const bodyBytes = tail.subarray(at + 27, at + 27 + segments).reduce((sum, bytes) => sum + bytes, 0);
    const isLastPage = ((tail[at + 5] ?? 0) & 4) !== 0;
    return at + 27 + segments + bodyBytes > tail.length || !isLastPage;
  }
  return false;
}

/** How a web page begins. */
const PAGE = /<(!doctype html|html|head|body)[\s>]/i;
/** A longer text is not searched for. */
const MAX_TEXT_BYTES = 16 * 1024;

/** Whether a web page follows the sound: from its first tag to the end of the file there is only text. */
export function hasTrailingPage(tail: Uint8Array): boolean {
  let start = tail.length;
  const limit = Math.max(0, tail.length - MAX_TEXT_BYTES);
  while (start > limit && isText(tail[start - 1] ?? 0)) start--;
  return PAGE.test(new TextDecoder('latin1').decode(tail.subarray(start)));
}

/** Printable, white space, or part of a UTF-8 sequence. */
function isText(byte: number): boolean {
  return byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function startsWith(bytes: Uint8Array, at: number, ascii: string): boolean {
  if (at < 0) return false;
  for (let i = 0; i < ascii.length; i++) if (bytes[at + i] !== ascii.charCodeAt(i)) return false;
  return true;
}
