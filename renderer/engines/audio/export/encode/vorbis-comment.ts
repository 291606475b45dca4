// Vorbis comments, as FLAC and Ogg Opus have them: title, album and number, and chapters as CHAPTER001, CHAPTER001NAME, ….

import { joinBytes, little32, utf8 } from '../../../../../shared/speech/stream/byte-text.ts';
import type { EncodeFacts } from './encoder.ts';

const VENDOR = 'Relay Studio';

/** Returns the comments of a file, without the framing of its container. */
export function vorbisComment({ title, track, chapters, rateHz }: EncodeFacts): Uint8Array<ArrayBuffer> {
  const comments = [
    ...(title === '' ? [] : [`TITLE=${title}`]),
    ...(track === null ? [] : [`ALBUM=${track.album}`, `TRACKNUMBER=${track.number}`, `TRACKTOTAL=${track.count}`]),
    ...chapters.flatMap((chapter, i) => {
      const name = `CHAPTER${String(i + 1).padStart(3, '0')}`;
      return [`${name}=${clock(chapter.start / rateHz)}`, `${name}NAME=${chapter.title}`];
    }),
  ];
  return joinBytes(field(VENDOR), little32(comments.length), ...comments.map(field));
}

function field(text: string): Uint8Array<ArrayBuffer> {
  const bytes = utf8(text);
  return joinBytes(little32(bytes.length), bytes);
}

/** HH:MM:SS.mmm */
function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits: number): string => String(value).padStart(digits, '0');
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}
