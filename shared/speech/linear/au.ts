// Reads the header of Sun/NeXT audio (.au, .snd): six numbers of 32 bits, big-endian.

import { asciiAt, type Coding, type Head, type LinearSound, linearSound, WAV_TAG } from './linear-sound.ts';

const HEADER_BYTES = 24;
const UNKNOWN_BYTES = 0xffff_ffff;

/** By the number of the encoding. */
const CODINGS: Readonly<Record<number, Omit<Coding, 'isBigEndian'>>> = {
  1: { formatTag: WAV_TAG.muLaw, bitsPerSample: 8 },
  2: { formatTag: WAV_TAG.pcm, bitsPerSample: 8 },
  3: { formatTag: WAV_TAG.pcm, bitsPerSample: 16 },
  4: { formatTag: WAV_TAG.pcm, bitsPerSample: 24 },
  5: { formatTag: WAV_TAG.pcm, bitsPerSample: 32 },
  6: { formatTag: WAV_TAG.float, bitsPerSample: 32 },
  27: { formatTag: WAV_TAG.aLaw, bitsPerSample: 8 },
};

/** @returns undefined if the header is incomplete, or the samples are compressed. */
export function readAu(head: Head): LinearSound | undefined {
  const { view } = head;
  if (asciiAt(head, 0) !== '.snd' || view.byteLength < HEADER_BYTES) return undefined;
  const sizeBytes = view.getUint32(8);
  const [rateHz, channels] = [view.getUint32(16), view.getUint32(20)];
  const coding = CODINGS[view.getUint32(12)];
  const declaredBytes = sizeBytes === UNKNOWN_BYTES ? null : sizeBytes;
  const place = { dataOffset: view.getUint32(4), declaredBytes };
  return coding && linearSound({ ...coding, isBigEndian: true }, { rateHz, channels }, place);
}
