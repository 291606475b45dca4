// The mark in a FLAC file (RFC 9639): Vorbis comments among its metadata.

import { insertion, type PlanMark, type Splice } from './plan.ts';
import { markedComments, newComments } from './vorbis-comment.ts';

const FIRST_BLOCK = 4;
const BLOCK_HEAD_BYTES = 4;
const STREAM_INFO = 0;
const VORBIS_COMMENT = 4;
const FORBIDDEN = 127;
const LAST = 0x80;
const MAX_BLOCK_BYTES = 0xff_ffff;
const MAX_BLOCKS = 1000;

export const planFlac: PlanMark = async (source, kind) => {
  if ((await source.read(0, FIRST_BLOCK)).toString('latin1') !== 'fLaC') return 'unreadable';
  let comments: { at: number; length: number; isLast: boolean } | undefined;
  let second = 0;
  for (let at = FIRST_BLOCK, isLast = false, count = 0; !isLast; count++) {
    const head = await source.read(at, BLOCK_HEAD_BYTES);
    if (head.length < BLOCK_HEAD_BYTES || count >= MAX_BLOCKS) return 'unreadable';
    const type = (head[0] ?? 0) & ~LAST;
    const length = head.readUIntBE(1, 3);
    isLast = ((head[0] ?? 0) & LAST) !== 0;
    if (type === FORBIDDEN || (type === STREAM_INFO) !== (count === 0)) return 'unreadable';
    if (type === VORBIS_COMMENT) {
      if (comments) return 'unreadable';
      comments = { at, length, isLast };
    }
    at += BLOCK_HEAD_BYTES + length;
    if (at > source.sizeBytes) return 'unreadable';
    if (count === 0) second = at;
    if (count === 0 && isLast) {
      // The new block is the last one in its place.
      const first = { at: FIRST_BLOCK, removed: 1, inserted: Buffer.of(STREAM_INFO) };
      return { splices: [first, insertion(second, block(newComments(kind), true))] };
    }
  }
  if (!comments) return { splices: [insertion(second, block(newComments(kind), false))] };
  const { at, length, isLast } = comments;
  const marked = markedComments(Buffer.from(await source.read(at + BLOCK_HEAD_BYTES, length)), kind);
  if (typeof marked === 'string') return marked;
  if (marked.length > MAX_BLOCK_BYTES) return 'unreadable';
  const splice: Splice = { at, removed: BLOCK_HEAD_BYTES + length, inserted: block(marked, isLast) };
  return { splices: [splice] };
};

function block(comments: Buffer, isLast: boolean): Buffer {
  const head = Buffer.alloc(BLOCK_HEAD_BYTES);
  head[0] = VORBIS_COMMENT | (isLast ? LAST : 0);
  head.writeUIntBE(comments.length, 1, 3);
  return Buffer.concat([head, comments]);
}
