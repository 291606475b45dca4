// Judges what follows the samples that a wav header counts: other chunks, something that is no sound, or more samples.
// Relays that put pieces behind each other send the header of the first, which counts only that.

import { RAW_KINDS } from './formats.ts';
import { type LinearSound, WAV_TAG } from './linear/linear-sound.ts';
import { SNIFF_BYTES, sniffReply } from './sniff.ts';

/** So many bytes from the declared end on are sufficient to judge. */
export const REST_BYTES = SNIFF_BYTES;
/** Fewer bytes are padding, or half a sample. */
const MIN_SOUND_BYTES = 128;
const CHUNK_HEAD_BYTES = 8;
/** No chunk of notes is longer. */
const MAX_CHUNK_BYTES = 0xff_ffff;

/**
 * Whether sound goes on behind its declared end. Told of mono and stereo samples of 16 bits only: others are not
 * recognised without a header.
 * @param behind the bytes from there on, at least `REST_BYTES` if there are as many.
 */
export function isMoreSound(
  behind: Uint8Array,
  { formatTag, layout }: Pick<LinearSound, 'formatTag' | 'layout'>,
): boolean {
  const rest = behind.subarray(0, REST_BYTES);
  if (formatTag !== WAV_TAG.pcm || layout.bitsPerSample !== 16 || rest.length < MIN_SOUND_BYTES) return false;
  if (isChunk(rest) || isChunk(rest.subarray(1))) return false;
  return sniffReply(rest, 'pcm', true) === RAW_KINDS.little;
}

/** A name of four printable characters and a possible size. A byte of padding may precede it. */
function isChunk(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, CHUNK_HEAD_BYTES);
  const isName = bytes.subarray(0, 4).every((byte) => byte >= 0x20 && byte < 0x7f);
  return isName && view.getUint32(4, true) <= MAX_CHUNK_BYTES;
}
