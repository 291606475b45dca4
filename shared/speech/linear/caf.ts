// Reads the header of the Core Audio Format (Apple): chunks with big-endian sizes of 64 bits.

import { asciiAt, type Coding, type Head, type LinearSound, linearSound, WAV_TAG } from './linear-sound.ts';

const FILE_HEADER_BYTES = 8;
const CHUNK_HEADER_BYTES = 12;
const DESCRIPTION_BYTES = 32;
const EDIT_COUNT_BYTES = 4;
const [IS_FLOAT, IS_LITTLE_ENDIAN] = [1, 2];

/** @returns undefined if the bytes end before the samples, or these are compressed. */
export function readCaf(head: Head): LinearSound | undefined {
  const { view } = head;
  if (asciiAt(head, 0) !== 'caff') return undefined;
  let description: { coding: Coding; rateHz: number; channels: number } | undefined;
  for (let at = FILE_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= view.byteLength; ) {
    const sizeBytes = Number(view.getBigInt64(at + 4));
    const content = at + CHUNK_HEADER_BYTES;
    if (asciiAt(head, at) === 'desc' && content + DESCRIPTION_BYTES <= view.byteLength) {
      const coding = codingOf(asciiAt(head, content + 8), view.getUint32(content + 12), view.getUint32(content + 28));
      if (!coding) return undefined;
      description = { coding, rateHz: view.getFloat64(content), channels: view.getUint32(content + 24) };
    } else if (asciiAt(head, at) === 'data') {
      const declaredBytes = sizeBytes < 0 ? null : sizeBytes - EDIT_COUNT_BYTES;
      const place = { dataOffset: content + EDIT_COUNT_BYTES, declaredBytes };
      return description && linearSound(description.coding, description, place);
    }
    if (sizeBytes < 0) return undefined;
    at = content + sizeBytes;
  }
  return undefined;
}

function codingOf(format: string, flags: number, bitsPerSample: number): Coding | undefined {
  switch (format) {
    case 'lpcm': {
      const formatTag = flags & IS_FLOAT ? WAV_TAG.float : WAV_TAG.pcm;
      return { formatTag, bitsPerSample, isBigEndian: (flags & IS_LITTLE_ENDIAN) === 0 };
    }
    case 'ulaw':
      return { formatTag: WAV_TAG.muLaw, bitsPerSample: 8, isBigEndian: true };
    case 'alaw':
      return { formatTag: WAV_TAG.aLaw, bitsPerSample: 8, isBigEndian: true };
    default:
      return undefined;
  }
}
