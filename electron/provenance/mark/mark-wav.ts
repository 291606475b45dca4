// The mark in a wav file: a comment and an XMP packet, as chunks behind the samples. Where the header does not know how
// many samples follow, before them.

import { MARK_WORDS, type MarkKind, type Unmarkable } from '../../../shared/library/provenance.ts';
import type { ByteSource } from '../../byte-source.ts';
import { insertion, type PlanMark, replacement, type Splice } from './plan.ts';
import {
  CHUNK_HEAD_BYTES,
  little32,
  NO_SIZE,
  RIFF_HEAD_BYTES,
  type RiffChunk,
  type RiffFile,
  readRiff,
  riffChunk,
} from './riff.ts';
import { MAX_XMP_BYTES, markedPacket, newPacket } from './xmp.ts';

const XMP = '_PMX';
const MAX_INFO_BYTES = 1024 * 1024;

export const planWav: PlanMark = async (source, kind) => {
  const file = await readRiff(source, 'WAVE');
  const data = file?.chunks.find(({ type }) => type === 'data');
  if (!file || !data) return 'unreadable';
  if (file.chunks.some(({ type }) => type === 'C2PA')) return 'signed';
  const { isExact } = file;
  // What seems to follow a size that is not true may be samples.
  const known = isExact ? file.chunks : file.chunks.filter(({ at }) => at < data.at);
  const edits: Splice[] = [];
  const added: Buffer[] = [];
  const problem =
    (await addComment(source, known, kind, { edits, added })) ?? (await addXmp(source, known, kind, { edits, added }));
  if (problem) return problem;
  if (isExact && source.sizeBytes % 2 === 1) {
    if (file.chunks.at(-1)?.type === XMP) return 'unreadable';
    added.unshift(Buffer.alloc(1));
  }
  edits.push(insertion(isExact ? source.sizeBytes : data.at, Buffer.concat(added)));
  const addedBytes = edits.reduce((sum, { inserted, removed }) => sum + inserted.length - removed, 0);
  const sizes = grown(file, source.sizeBytes, addedBytes);
  return sizes ? { splices: [...sizes, ...edits].sort((a, b) => a.at - b.at) } : 'unreadable';
};

type Changes = { edits: Splice[]; added: Buffer[] };

/** Adds the comment to the list of facts, or such a list. A file with a comment keeps it as it is. */
async function addComment(
  source: ByteSource,
  chunks: readonly RiffChunk[],
  kind: MarkKind,
  { edits, added }: Changes,
): Promise<Unmarkable | undefined> {
  const comment = riffChunk('ICMT', Buffer.from(`${MARK_WORDS[kind]}\0`, 'latin1'));
  for (const { type, at, length } of chunks) {
    if (type !== 'LIST' || length < 4 || length > MAX_INFO_BYTES) continue;
    const list = await source.read(at + CHUNK_HEAD_BYTES, length);
    if (list.toString('latin1', 0, 4) !== 'INFO') continue;
    if (list.length < length) return 'unreadable';
    if (list.includes('ICMT', 4, 'latin1')) return undefined;
    // An odd list is followed by a byte of padding, which has to stay behind it.
    if (length % 2 === 1) return 'unreadable';
    edits.push(replacement(at + 4, little32(length + comment.length)));
    edits.push(insertion(at + CHUNK_HEAD_BYTES + length, comment));
    return undefined;
  }
  added.push(riffChunk('LIST', Buffer.from('INFO', 'latin1'), comment));
  return undefined;
}

async function addXmp(
  source: ByteSource,
  chunks: readonly RiffChunk[],
  kind: MarkKind,
  { edits, added }: Changes,
): Promise<Unmarkable | undefined> {
  const [found, second] = chunks.filter(({ type }) => type === XMP);
  if (!found) {
    added.push(riffChunk(XMP, newPacket(kind)));
    return undefined;
  }
  if (second || found.length > MAX_XMP_BYTES) return 'unreadable';
  const { at, length } = found;
  const packet = markedPacket(await source.read(at + CHUNK_HEAD_BYTES, length), kind);
  if (typeof packet === 'string') return packet;
  const removed = Math.min(source.sizeBytes - at, CHUNK_HEAD_BYTES + length + (length % 2));
  edits.push({ at, removed, inserted: riffChunk(XMP, packet) });
  return undefined;
}

/** The sizes of the whole where they are true. Undefined if they would not fit. */
function grown({ statedBytes, isExact, sizes }: RiffFile, sizeBytes: number, addedBytes: number): Splice[] | undefined {
  // One that is not known stays so.
  if (statedBytes > sizeBytes + 1 || statedBytes <= RIFF_HEAD_BYTES) return [];
  const size = (isExact ? sizeBytes : statedBytes) - CHUNK_HEAD_BYTES + addedBytes;
  if (sizes) {
    const stored = Buffer.alloc(8);
    stored.writeBigUInt64LE(BigInt(size));
    return [replacement(RIFF_HEAD_BYTES + CHUNK_HEAD_BYTES, stored)];
  }
  return size < NO_SIZE ? [replacement(4, little32(size))] : undefined;
}
