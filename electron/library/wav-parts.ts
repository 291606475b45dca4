// Finds the samples in a stored file of wav or another container of plain samples, also in several wav files that were
// joined to one.

import { type FileHandle, open } from 'node:fs/promises';
import { frameBytes, type LinearSound } from '../../shared/speech/linear/linear-sound.ts';
import { isPlaceholder, LINEAR_HEAD_BYTES, readLinear } from '../../shared/speech/linear/read-linear.ts';
import { findWavHeader, WAV_MARK_BYTES } from '../../shared/speech/wav.ts';
import { isMoreSound, REST_BYTES } from '../../shared/speech/wav-rest.ts';

/** Samples in a file: bytes `start` to `end`, the latter not included; whole frames only. */
export type SampleRange = { start: number; end: number };

/**
 * The samples of a file, all of the format of the first. `isTruncated`: fewer follow the last header than it declares.
 * `isLonger`: more follow than a header declares. `isMixed`: samples of another format follow, which are left out.
 * `riff`: of an ordinary wav file only.
 */
export type WavParts = {
  format: Pick<LinearSound, 'layout' | 'formatTag' | 'order'>;
  ranges: readonly SampleRange[];
  isTruncated: boolean;
  isLonger: boolean;
  isMixed: boolean;
  riff: RiffHead | undefined;
};

/** The bytes before the first samples, and whether the sizes in them are those of what follows. */
type RiffHead = { bytes: Uint8Array; isTrue: boolean };

const BLOCK_BYTES = 1024 * 1024;
/** More files than these are not joined to one. */
const MAX_PARTS = 10_000;

/** Reads the headers of a file. @returns undefined if it has none that is read. @throws the disk's error. */
export async function findWavParts(path: string, sizeBytes: number): Promise<WavParts | undefined> {
  const file = await open(path);
  try {
    const head = await readAt(file, 0, LINEAR_HEAD_BYTES);
    const first = readLinear(head);
    if (!first) return undefined;
    const isRiff = head.toString('latin1', 0, 4) === 'RIFF';
    const ranges: SampleRange[] = [];
    const parts = { format: first, isTruncated: false, isLonger: false, isMixed: false };
    for (let at = 0, sound: LinearSound | undefined = first; sound && ranges.length < MAX_PARTS; ) {
      const start = at + sound.dataOffset;
      // Only wav files are joined by relays that put replies behind each other.
      const next = isRiff ? await findHeader(file, start, sizeBytes) : sizeBytes;
      const present = Math.max(0, next - start);
      const declared = sound.declaredBytes ?? present;
      const isLonger = isRiff && declared < present && (await goesOn(file, sound, start + declared, next));
      const taken = isLonger ? present : Math.min(declared, present);
      ranges.push({ start, end: start + taken - (taken % (frameBytes(sound.layout) || 1)) });
      parts.isTruncated = declared > present && !isPlaceholder(declared);
      parts.isLonger ||= isLonger;
      if (next >= sizeBytes) break;
      at = next;
      const following = readLinear(await readAt(file, at, LINEAR_HEAD_BYTES));
      parts.isMixed = following !== undefined && !isSameFormat(following, first);
      sound = parts.isMixed ? undefined : following;
    }
    return { ...parts, ranges, riff: isRiff ? riffHead(head, first, ranges, sizeBytes) : undefined };
  } finally {
    await file.close();
  }
}

/** Whether samples follow where those of a header end, up to `to`. */
async function goesOn(file: FileHandle, sound: LinearSound, from: number, to: number): Promise<boolean> {
  return isMoreSound(await readAt(file, from, Math.min(REST_BYTES, to - from)), sound);
}

function riffHead(
  head: Buffer,
  { dataOffset, declaredBytes }: LinearSound,
  ranges: readonly SampleRange[],
  sizeBytes: number,
): RiffHead {
  const bytes = head.subarray(0, dataOffset);
  const [{ start, end } = { start: 0, end: 0 }] = ranges;
  const dataEnd = start + (declaredBytes ?? 0);
  const wholeEnd = bytes.readUInt32LE(4) + 8;
  // Half a sample may be left over at the end, a byte of padding may be missing, and what is no part of it may follow.
  const isDataTrue = declaredBytes !== null && dataEnd <= sizeBytes && dataEnd >= end;
  const isWholeTrue = wholeEnd >= dataEnd && wholeEnd <= sizeBytes + 1;
  const isEmpty = ranges.every((range) => range.start === range.end);
  return { bytes, isTrue: ranges.length === 1 && (isEmpty || (isDataTrue && isWholeTrue)) };
}

function isSameFormat({ formatTag, layout }: LinearSound, other: LinearSound): boolean {
  const { rateHz, channels, bitsPerSample } = other.layout;
  const isSameWidth = layout.channels === channels && layout.bitsPerSample === bitsPerSample;
  return formatTag === other.formatTag && layout.rateHz === rateHz && isSameWidth;
}

/** The position of the next wav header; the size of the file if there is none. */
async function findHeader(file: FileHandle, from: number, sizeBytes: number): Promise<number> {
  for (let at = from; at + WAV_MARK_BYTES <= sizeBytes; ) {
    const block = await readAt(file, at, BLOCK_BYTES);
    const found = findWavHeader(block, 0);
    if (found === 0) return at;
    if (block.length === 0) break;
    // What was found may be cut off by the end of the block: it is looked at again with the bytes that follow.
    at += found < 0 ? block.length : found;
  }
  return sizeBytes;
}

async function readAt(file: FileHandle, position: number, maxBytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(maxBytes), 0, maxBytes, position);
  return buffer.subarray(0, bytesRead);
}
