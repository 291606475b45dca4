// Reads the header of AIFF and AIFF-C (Apple, 1989 and 1991): chunks with big-endian sizes, padded to two bytes.

import { asciiAt, type Coding, type Head, type LinearSound, linearSound, WAV_TAG } from './linear-sound.ts';

/** @returns undefined if the bytes end before the samples, or these are compressed. */
export function readAiff(head: Head): LinearSound | undefined {
  const { view } = head;
  const form = asciiAt(head, 8);
  if (asciiAt(head, 0) !== 'FORM' || (form !== 'AIFF' && form !== 'AIFC')) return undefined;
  let common: { coding: Coding; rateHz: number; channels: number } | undefined;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const sizeBytes = view.getUint32(at + 4);
    const isWhole = at + 8 + Math.min(sizeBytes, 22) <= view.byteLength;
    if (asciiAt(head, at) === 'COMM' && sizeBytes >= 18 && isWhole) {
      const coding = codingOf(form === 'AIFF' ? 'NONE' : asciiAt(head, at + 26), view.getInt16(at + 14));
      if (!coding) return undefined;
      common = { coding, rateHz: extendedAt(view, at + 16), channels: view.getInt16(at + 8) };
    } else if (asciiAt(head, at) === 'SSND' && at + 16 <= view.byteLength) {
      const dataOffset = at + 16 + view.getUint32(at + 8);
      return common && linearSound(common.coding, common, { dataOffset, declaredBytes: sizeBytes - 8 });
    }
    at += 8 + sizeBytes + (sizeBytes % 2);
  }
  return undefined;
}

/** @param bits of a sample; those that do not fill their bytes are at the upper end. */
function codingOf(compression: string, bits: number): Coding | undefined {
  const bitsPerSample = Math.ceil(bits / 8) * 8;
  switch (compression) {
    case 'NONE':
    case 'twos':
      return { formatTag: WAV_TAG.pcm, bitsPerSample, isBigEndian: true };
    case 'sowt':
      return { formatTag: WAV_TAG.pcm, bitsPerSample, isBigEndian: false };
    case 'fl32':
    case 'FL32':
      return { formatTag: WAV_TAG.float, bitsPerSample: 32, isBigEndian: true };
    case 'ulaw':
    case 'ULAW':
      return { formatTag: WAV_TAG.muLaw, bitsPerSample: 8, isBigEndian: true };
    case 'alaw':
    case 'ALAW':
      return { formatTag: WAV_TAG.aLaw, bitsPerSample: 8, isBigEndian: true };
    default:
      return undefined;
  }
}

/** Reads a positive number of 80 bits (IEEE 754 extended). */
function extendedAt(view: DataView, at: number): number {
  const exponent = view.getUint16(at) - 16_383;
  return Math.round(view.getUint32(at + 2) * 2 ** (exponent - 31) + view.getUint32(at + 6) * 2 ** (exponent - 63));
}
