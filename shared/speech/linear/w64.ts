// Reads the header of Sony Wave64: the chunks of wav, with GUIDs for ids and sizes of 64 bits that include their header,
// padded to eight bytes.

import { readWavFormat } from '../wav.ts';
import { asciiAt, type Head, type LinearSound } from './linear-sound.ts';

const GUID_BYTES = 16;
const CHUNK_HEADER_BYTES = 24;
const FILE_HEADER_BYTES = 40;

/** @returns undefined if the bytes end before the samples. */
export function readW64(head: Head): LinearSound | undefined {
  const { view } = head;
  if (asciiAt(head, 0) !== 'riff' || asciiAt(head, CHUNK_HEADER_BYTES) !== 'wave') return undefined;
  let format: ReturnType<typeof readWavFormat>;
  for (let at = FILE_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= view.byteLength; ) {
    const sizeBytes = Number(view.getBigUint64(at + GUID_BYTES, true));
    if (sizeBytes < CHUNK_HEADER_BYTES) return undefined;
    const dataOffset = at + CHUNK_HEADER_BYTES;
    if (asciiAt(head, at) === 'fmt ') format = readWavFormat(view, dataOffset, sizeBytes - CHUNK_HEADER_BYTES);
    else if (asciiAt(head, at) === 'data') {
      if (!format) return undefined;
      const { formatTag, ...layout } = format;
      return { layout, formatTag, order: 'wav', dataOffset, declaredBytes: sizeBytes - CHUNK_HEADER_BYTES };
    }
    at += Math.ceil(sizeBytes / 8) * 8;
  }
  return undefined;
}
