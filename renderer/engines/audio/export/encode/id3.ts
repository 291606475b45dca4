// The ID3v2.3 tag of an mp3 file: title (TIT2), album (TALB), number (TRCK), chapters (CHAP) and their table (CTOC).

import { big32, joinBytes, utf8 } from '../../../../../shared/speech/stream/byte-text.ts';
import type { EncodeFacts } from './encoder.ts';

const TABLE_ID = 'toc';
/** A table has at most as many entries as a byte counts. */
const MAX_TABLE = 255;
const TOP_LEVEL_ORDERED = 3;
const UTF_16 = 1;

/** Returns the tag; empty if there is nothing to say. */
export function id3Tag({ title, track, chapters, rateHz, frames }: EncodeFacts): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [
    ...(title === '' ? [] : [textFrame('TIT2', title)]),
    ...(track === null ? [] : [textFrame('TALB', track.album), textFrame('TRCK', `${track.number}/${track.count}`)]),
  ];
  const named = chapters.map((chapter, i) => ({
    ...chapter,
    id: `chp${i + 1}`,
    end: chapters[i + 1]?.start ?? frames,
  }));
  if (named.length > 0) {
    const listed = named.slice(0, MAX_TABLE).map(({ id }) => zeroEnded(id));
    parts.push(frame('CTOC', zeroEnded(TABLE_ID), Uint8Array.of(TOP_LEVEL_ORDERED, listed.length), ...listed));
  }
  const ms = (at: number): Uint8Array => big32(Math.round((at / rateHz) * 1000));
  // Positions in bytes are not given.
  const noOffset = big32(0xffff_ffff);
  for (const { id, start, end, title: name } of named)
    parts.push(frame('CHAP', zeroEnded(id), ms(start), ms(end), noOffset, noOffset, textFrame('TIT2', name)));
  if (parts.length === 0) return new Uint8Array(0);
  const content = joinBytes(...parts);
  return joinBytes(utf8('ID3'), Uint8Array.of(3, 0, 0), sevenBits(content.length), content);
}

function textFrame(name: string, value: string): Uint8Array<ArrayBuffer> {
  const text = Uint16Array.from({ length: value.length + 1 }, (_, i) => (i === 0 ? 0xfeff : value.charCodeAt(i - 1)));
  return frame(name, Uint8Array.of(UTF_16), new Uint8Array(text.buffer));
}

function frame(name: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = joinBytes(...content);
  return joinBytes(utf8(name), big32(bytes.length), new Uint8Array(2), bytes);
}

function zeroEnded(text: string): Uint8Array<ArrayBuffer> {
  return joinBytes(utf8(text), new Uint8Array(1));
}

/** The tag's size uses seven bits of each byte. */
function sevenBits(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of((size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f);
}
