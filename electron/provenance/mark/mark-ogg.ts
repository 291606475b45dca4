// The mark in an Ogg file with one stream of Opus or Vorbis: in its comments. Where these need another number of pages
// than before, all pages after them get other numbers and checksums.

import { type ByteSource, rangeOf } from '../../byte-source.ts';
import { CONTINUED, FIRST, type OggPage, packetPages, readPage, renumbered } from './ogg.ts';
import type { PlanMark } from './plan.ts';
import { markedComments } from './vorbis-comment.ts';

/** How a stream begins, how its comments begin, and how many packets precede its sound. */
const CODECS = [
  { first: 'OpusHead', comments: 'OpusTags', headers: 2 },
  { first: '\x01vorbis', comments: '\x03vorbis', headers: 3 },
] as const;
/** Longest header; longer ones have pictures. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024;
const SEGMENT_BYTES = 255;

export const planOgg: PlanMark = async (source, kind) => {
  const first = await readPage(source, 0);
  if (!first || first.flags !== FIRST) return 'unreadable';
  const begin = (await source.read(first.dataAt, 16)).toString('latin1');
  const codec = CODECS.find((one) => begin.startsWith(one.first));
  const headers = codec && (await readHeaders(source, first, codec.headers - 1));
  const [comments, ...others] = headers?.packets ?? [];
  if (!codec || !headers || !comments || comments.toString('latin1', 0, codec.comments.length) !== codec.comments)
    return 'unreadable';
  const marked = markedComments(comments.subarray(codec.comments.length), kind);
  if (typeof marked === 'string') return marked;
  const packet = Buffer.concat([Buffer.from(codec.comments, 'latin1'), marked]);
  const pages = packetPages(first.serial, first.sequence + 1, [packet, ...others]);
  const splice = { at: first.end, removed: headers.end - first.end, inserted: Buffer.concat(pages) };
  const shift = pages.length - headers.pages;
  if (shift === 0) return { splices: [splice] };
  return { splices: [splice], rest: (from, at) => shifted(from, at, first.serial, shift) };
};

/** The packets after the first page. Undefined unless they are on pages of their own, of one stream. */
async function readHeaders(
  source: ByteSource,
  first: OggPage,
  count: number,
): Promise<{ packets: Buffer[]; pages: number; end: number } | undefined> {
  const packets: Buffer[] = [];
  let open: Buffer[] = [];
  let size = 0;
  for (let at = first.end, pages = 1; size <= MAX_HEADER_BYTES; pages++) {
    const page = await readPage(source, at);
    if (!page || page.serial !== first.serial || page.sequence !== first.sequence + pages) return undefined;
    if ((page.flags & ~CONTINUED) !== 0 || (page.flags & CONTINUED) !== (open.length > 0 ? CONTINUED : 0))
      return undefined;
    const data = Buffer.from(await source.read(page.dataAt, page.end - page.dataAt));
    size += data.length;
    let from = 0;
    for (const [index, length] of page.lacing.entries()) {
      open.push(data.subarray(from, from + length));
      from += length;
      if (length === SEGMENT_BYTES) continue;
      packets.push(Buffer.concat(open));
      open = [];
      if (packets.length < count) continue;
      return index === page.lacing.length - 1 ? { packets, pages, end: page.end } : undefined;
    }
    at = page.end;
  }
  return undefined;
}

/** The pages of a stream with other numbers; another stream after it, and what is no page, stay as they are. */
async function* shifted(
  source: ByteSource,
  from: number,
  serial: number,
  shift: number,
): AsyncGenerator<Uint8Array, void> {
  let at = from;
  for (;;) {
    const page = await readPage(source, at);
    if (!page || page.serial !== serial || (page.flags & FIRST) !== 0) break;
    yield await renumbered(source, page, page.sequence + shift);
    at = page.end;
  }
  yield* rangeOf(source, at, source.sizeBytes);
}
