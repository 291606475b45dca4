// Finds the samples in a stored file of wav or another container of plain samples, also in several wav files that were
// joined to one.

import { type FileHandle, open } from 'node:fs/promises';
import { frameBytes, type LinearSound } from '../../shared/speech/linear/linear-sound.ts';
import { LINEAR_HEAD_BYTES, readLinear } from '../../shared/speech/linear/read-linear.ts';
import { findWavHeader, WAV_MARK_BYTES } from '../../shared/speech/wav.ts';

/** Samples in a file: bytes `start` to `end`, the latter not included; whole frames only. */
export type SampleRange = { start: number; end: number };

/**
 * The samples of a file, all of the format of the first. `isTruncated`: fewer follow the last header than it declares.
 * `isRiff`: the file is an ordinary wav file, which players read as it is. `isMixed`: samples of another format follow,
 * which are left out.
 */
export type WavParts = {
  format: Pick<LinearSound, 'layout' | 'formatTag' | 'order'>;
  ranges: readonly SampleRange[];
  isTruncated: boolean;
  isRiff: boolean;
  isMixed: boolean;
};

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
    const parts = { format: first, isTruncated: false, isMixed: false };
    for (let at = 0, sound: LinearSound | undefined = first; sound && ranges.length < MAX_PARTS; ) {
      const start = at + sound.dataOffset;
      // Only wav files are joined by relays that put replies behind each other.
      const next = isRiff ? await findHeader(file, start, sizeBytes) : sizeBytes;
      const present = Math.max(0, next - start);
      const taken = Math.min(sound.declaredBytes ?? present, present);
      ranges.push({ start, end: start + taken - (taken % (frameBytes(sound.layout) || 1)) });
      parts.isTruncated = (sound.declaredBytes ?? 0) > present;
      if (next >= sizeBytes) break;
      at = next;
      const following = readLinear(await readAt(file, at, LINEAR_HEAD_BYTES));
      parts.isMixed = following !== undefined && !isSameFormat(following, first);
      sound = parts.isMixed ? undefined : following;
    }
    return { ...parts, ranges, isRiff };
  } finally {
    await file.close();
  }
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
