// Sound as plain samples after a header: what all containers of that kind have in common.

import type { PcmLayout } from '../wav.ts';

/** How samples are written, apart from their width: as in wav, with their bytes swapped, or with 8 bits and a sign. */
export type SampleOrder = 'wav' | 'swapped' | 'signed8';

/** The format tags of wav whose samples are read. */
export const WAV_TAG = { pcm: 1, float: 3, aLaw: 6, muLaw: 7 } as const;

/**
 * The samples of a file. `formatTag` is the one that a wav file of them has. `declaredBytes` is null if the header does
 * not say how long they are: then they end with the file.
 */
export type LinearSound = {
  layout: PcmLayout;
  formatTag: number;
  order: SampleOrder;
  dataOffset: number;
  declaredBytes: number | null;
};

/** How a container names its samples. */
export type Coding = { formatTag: number; bitsPerSample: number; isBigEndian: boolean };

/** Describes samples by their coding; undefined if a wav file of them would have an impossible layout. */
export function linearSound(
  { formatTag, bitsPerSample, isBigEndian }: Coding,
  { rateHz, channels }: { rateHz: number; channels: number },
  place: { dataOffset: number; declaredBytes: number | null },
): LinearSound | undefined {
  if (!Number.isInteger(rateHz) || rateHz < 1 || channels < 1 || channels > 32) return undefined;
  if (![8, 16, 24, 32, 64].includes(bitsPerSample)) return undefined;
  const isSigned8 = formatTag === WAV_TAG.pcm && bitsPerSample === 8;
  const order = isSigned8 ? 'signed8' : isBigEndian && bitsPerSample > 8 ? 'swapped' : 'wav';
  return { layout: { rateHz, channels, bitsPerSample }, formatTag, order, ...place };
}

/** Size of one sample of all channels, in bytes. */
export function frameBytes({ channels, bitsPerSample }: PcmLayout): number {
  return (channels * bitsPerSample) / 8;
}

/** A header that is being read. */
export type Head = { bytes: Uint8Array; view: DataView };

/** Prepares the first bytes of a file. */
export function headOf(bytes: Uint8Array): Head {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** Reads ASCII characters; fewer if the bytes end before. */
export function asciiAt({ bytes }: Head, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
