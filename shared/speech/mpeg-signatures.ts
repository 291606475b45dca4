// Recognises MPEG audio by its first bytes: layers I to III, and AAC as a stream. Samples of raw pcm can look like a
// header, and now and then like two, so further ones must follow where each says.

import { mp3FrameAt, mpegFrameAt } from './mp3-frame.ts';
import { type Recognise, startsWith, toAnswer } from './signatures.ts';

const ID3_HEADER_BYTES = 10;
/** So many headers in a row are certainly none of pcm. */
const ENOUGH_HEADERS = 3;
/** Longest header that is read at the place of a further frame. */
const FRAME_HEADER_BYTES = 7;

/** The length in bytes that a header at `at` states; undefined if there is none. */
type LengthAt = (bytes: Uint8Array, at: number) => number | undefined;

/** MPEG audio layer III (ISO 11172-3), or an ID3 tag (ID3v2.4) that AAC does not follow. Zeros may precede it. */
export const recogniseMp3: Recognise = (bytes, isEnough) => {
  const start = bytes.findIndex((byte) => byte !== 0);
  const head = bytes.subarray(start < 0 ? bytes.length : start);
  if (start !== 0 && head.length < ID3_HEADER_BYTES) return isEnough ? 'no' : 'needsMore';
  if (!startsWith(head, 'ID3'))
    return recogniseFrames(head, isEnough, (bytes, at) => mp3FrameAt(bytes, at)?.lengthBytes);
  const answer = recogniseAac(head, isEnough);
  return answer === 'no' ? 'yes' : answer === 'yes' ? 'no' : answer;
};

/** MPEG audio layers I and II. */
export const recogniseMp2: Recognise = (head, isEnough) =>
  recogniseFrames(head, isEnough, (bytes, at) => {
    const frame = mpegFrameAt(bytes, at);
    return frame === undefined || frame.layer === 3 ? undefined : frame.lengthBytes;
  });

/** AAC in ADTS frames (ISO 13818-7 §6.2), possibly after an ID3 tag. */
export const recogniseAac: Recognise = (head, isEnough) => {
  const start = startsWith(head, 'ID3') ? id3Bytes(head) : 0;
  if (head.length < start + FRAME_HEADER_BYTES) return start > 0 && !isEnough ? 'needsMore' : 'no';
  return recogniseFrames(head.subarray(start), isEnough, adtsLengthAt);
};

/** AAC in LOAS/LATM frames (ISO 14496-3 §1.7.2). */
export const recogniseLatm: Recognise = (head, isEnough) =>
  recogniseFrames(head, isEnough, (bytes, at) => {
    const [b0, b1 = 0, b2 = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    if (b0 !== 0x56 || (b1 & 0xe0) !== 0xe0) return undefined;
    return (((b1 & 0x1f) << 8) | b2) + 3;
  });

function recogniseFrames(head: Uint8Array, isEnough: boolean, lengthAt: LengthAt): ReturnType<Recognise> {
  let at = 0;
  for (let headers = 0; headers < ENOUGH_HEADERS; headers += 1) {
    if (headers > 0 && head.length < at + FRAME_HEADER_BYTES) {
      if (!isEnough) return 'needsMore';
      // A single frame that ends where the reply ends is a whole file; one that goes on is a loud sample of pcm.
      return toAnswer(headers > 1 || head.length >= at);
    }
    const lengthBytes = lengthAt(head, at);
    if (lengthBytes === undefined) return 'no';
    at += lengthBytes;
  }
  return 'yes';
}

function adtsLengthAt(bytes: Uint8Array, at: number): number | undefined {
  const [b0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + FRAME_HEADER_BYTES);
  // Twelve bits of sync, layer 0, and a rate of the table.
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0 || ((b2 >> 2) & 0x0f) > 12) return undefined;
  const lengthBytes = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  return lengthBytes < FRAME_HEADER_BYTES ? undefined : lengthBytes;
}

/** Size in bytes of an ID3v2 tag including its header; the tag declares its size in 7-bit bytes. */
export function id3Bytes(header: Uint8Array): number {
  const [flags = 0, a = 0, b = 0, c = 0, d = 0] = header.subarray(5, ID3_HEADER_BYTES);
  const footerBytes = flags & 0x10 ? ID3_HEADER_BYTES : 0;
  return ID3_HEADER_BYTES + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f) + footerBytes;
}
