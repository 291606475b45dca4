// Finds the samples of any container that consists of a header and plain samples.

import { parseWavHeader } from '../wav.ts';
import { readAiff } from './aiff.ts';
import { readAu } from './au.ts';
import { readCaf } from './caf.ts';
import { type Head, headOf, type LinearSound } from './linear-sound.ts';
import { readW64 } from './w64.ts';

/** Enough for the chunks that precede the samples in ordinary files. */
export const LINEAR_HEAD_BYTES = 64 * 1024;

const READERS: readonly ((head: Head) => LinearSound | undefined)[] = [readWavLike, readAiff, readAu, readCaf, readW64];

/**
 * Reads the header of a file with plain samples: wav, RF64, W64, AIFF, AU or CAF.
 * @param bytes the beginning of the file, up to `LINEAR_HEAD_BYTES`.
 * @returns undefined if it is another kind of file, or its samples are compressed or begin later.
 */
export function readLinear(bytes: Uint8Array): LinearSound | undefined {
  const head = headOf(bytes);
  for (const read of READERS) {
    const sound = read(head);
    if (sound) return sound;
  }
  return undefined;
}

function readWavLike({ bytes }: Head): LinearSound | undefined {
  const info = parseWavHeader(bytes);
  if (!info) return undefined;
  const { formatTag, dataOffset, declaredBytes, ...layout } = info;
  return {
    layout,
    formatTag,
    order: 'wav',
    dataOffset,
    declaredBytes: isSizeKnown(declaredBytes) ? declaredBytes : null,
  };
}

/** A streamed wav declares 0, or a size near the maximum of 31 or 32 bits. */
const MEANINGLESS_BYTES = { min: 0x7fff_0000, max: 0xffff_ffff } as const;

/** More than any reply has; some encoders declare 2³⁰ bytes, or a billion, while they do not know. */
const MAX_REPLY_BYTES = 512 * 1024 * 1024;

/** Whether a declared size that the file does not have stands for one that was not known, and not for a file cut short. */
export function isPlaceholder(declaredBytes: number): boolean {
  return declaredBytes > MAX_REPLY_BYTES;
}

/** Whether the size in a wav header is that of its samples. */
export function isSizeKnown(declaredBytes: number): boolean {
  return declaredBytes > 0 && (declaredBytes < MEANINGLESS_BYTES.min || declaredBytes > MEANINGLESS_BYTES.max);
}
