// Recognises kinds of audio by their first bytes. Independent of the table of kinds and of text.

import { mp3FrameAt } from './mp3-frame.ts';

/**
 * Checks the first bytes of a file or stream.
 * @param head the bytes so far, at least one.
 * @param isEnough no more bytes will come, or none that would matter: then `needsMore` is not a valid result.
 */
export type Recognise = (head: Uint8Array, isEnough: boolean) => 'yes' | 'no' | 'needsMore';

/** RIFF/WAVE (Microsoft RIFF). */
export const recogniseWav: Recognise = (head) =>
  toAnswer(startsWith(head, 'RIFF') && startsWith(head.subarray(8), 'WAVE'));

/** Ogg (RFC 3533 §6). */
export const recogniseOgg: Recognise = (head) => toAnswer(startsWith(head, 'OggS'));

/**
 * MPEG audio layer III, recognised by a tag or by two consecutive frames: one alone could be a loud sample of raw pcm.
 */
export const recogniseMp3: Recognise = (head, isEnough) => {
  if (startsWith(head, 'ID3')) return 'yes';
  const first = mp3FrameAt(head, 0);
  if (!first) return 'no';
  if (head.length >= first.lengthBytes + 4) return toAnswer(mp3FrameAt(head, first.lengthBytes) !== undefined);
  return isEnough ? 'yes' : 'needsMore';
};

/** Whether the bytes start with these ASCII characters. */
export function startsWith(bytes: Uint8Array, ascii: string): boolean {
  for (let i = 0; i < ascii.length; i++) if (bytes[i] !== ascii.charCodeAt(i)) return false;
  return true;
}

function toAnswer(isIt: boolean): 'yes' | 'no' {
  return isIt ? 'yes' : 'no';
}
