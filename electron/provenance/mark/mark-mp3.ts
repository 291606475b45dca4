// The mark in an mp3 file: a comment and the digital source type, in an ID3v2 tag of its own or at the beginning of the
// one that is there.

import { MARK_WORDS, type MarkKind, SOURCE_TYPES } from '../../../shared/library/provenance.ts';
import { insertion, type PlanMark, replacement } from './plan.ts';

const TAG_HEAD_BYTES = 10;
/** Frames of ID3v2.2 have other names; flags other than *unsynchronised* change where frames are, or protect them. */
const VERSIONS: readonly number[] = [3, 4];
const UNSYNCHRONISED = 0x80;
const NEW_VERSION = 4;
const MAX_TAG_BYTES = 0x0fff_ffff;
/** A tag with more than this has pictures: what is looked for may be behind them, and is not found. */
const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;
const LATIN_1 = 0;

export const planMp3: PlanMark = async (source, kind) => {
  const head = Buffer.from(await source.read(0, TAG_HEAD_BYTES));
  if (head.toString('latin1', 0, 3) !== 'ID3') {
    const isFrame = head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0;
    if (!isFrame) return 'unreadable';
    const frames = framesOf(kind, NEW_VERSION);
    const tag = Buffer.from([0x49, 0x44, 0x33, NEW_VERSION, 0, 0]);
    return { splices: [insertion(0, Buffer.concat([tag, sevenBits(frames.length), frames]))] };
  }
  const version = head[3] ?? 0;
  const size = sizeOf(head);
  const end = TAG_HEAD_BYTES + (size ?? 0);
  if (head.length < TAG_HEAD_BYTES || size === undefined || end > source.sizeBytes) return 'unreadable';
  if (!VERSIONS.includes(version) || ((head[5] ?? 0) & ~UNSYNCHRONISED) !== 0) return 'unreadable';
  if (size > MAX_SEARCHED_BYTES) return 'unreadable';
  const content = await source.read(TAG_HEAD_BYTES, size);
  if (content.includes('c2pa', 0, 'latin1')) return 'signed';
  if (content.includes('DigitalSourceType', 0, 'latin1')) return 'already';
  const frames = framesOf(kind, version);
  if (size + frames.length > MAX_TAG_BYTES) return 'unreadable';
  return { splices: [replacement(6, sevenBits(size + frames.length)), insertion(TAG_HEAD_BYTES, frames)] };
};

/** The frames: ASCII only, so that they are the same unsynchronised. */
function framesOf(kind: MarkKind, version: number): Buffer {
  const comment = Buffer.from(`${String.fromCharCode(LATIN_1)}eng\0${MARK_WORDS[kind]}`, 'latin1');
  const type = Buffer.from(`${String.fromCharCode(LATIN_1)}DigitalSourceType\0${SOURCE_TYPES[kind]}`, 'latin1');
  return Buffer.concat([frame('COMM', comment, version), frame('TXXX', type, version)]);
}

/** Sizes of frames have seven bits in each byte since 2.4; below 128 that is the same. */
function frame(name: string, content: Buffer, version: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  return Buffer.concat([
    Buffer.from(name, 'latin1'),
    version === NEW_VERSION ? sevenBits(content.length) : size,
    Buffer.alloc(2),
    content,
  ]);
}

function sevenBits(size: number): Buffer {
  return Buffer.of((size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f);
}

function sizeOf(head: Buffer): number | undefined {
  const digits = head.subarray(6, TAG_HEAD_BYTES);
  if (digits.some((digit) => digit > 0x7f)) return undefined;
  return digits.reduce((size, digit) => size * 128 + digit, 0);
}
