// The sound of one part of a cut text: a media file of its own.

import type { KeptPart } from '../../shared/contract/library.ts';
import { type AudioKind, isRaw, KIND_FACTS } from '../../shared/speech/formats.ts';
import type { MediaStore } from '../library/media-store.ts';
import { readSamplesOf, viewMono16 } from '../library/wav-view.ts';

/** Finds the samples of a file, if they are mono with 16 bits. @param rawRateHz the rate of raw samples. */
async function findSamples(path: string, format: AudioKind, sizeBytes: number, rawRateHz: number) {
  const { extension } = KIND_FACTS[format];
  return viewMono16({ path, extension, pcmRateHz: isRaw(format) ? rawRateHz : null }, sizeBytes);
}

/** The rate in hertz of a file with mono samples of 16 bits; null for any other file. @throws the disk's error. */
export async function joinableRateOf(...file: Parameters<typeof findSamples>): Promise<number | null> {
  return (await findSamples(...file))?.rateHz ?? null;
}

/** Reads the samples of a part, little-endian; nothing if they cannot be joined. Rejects with the disk's error. */
export async function* readSound(
  { mediaId, format, sizeBytes, rateHz }: Pick<KeptPart, 'mediaId' | 'format' | 'sizeBytes' | 'rateHz'>,
  media: Pick<MediaStore, 'pathOf'>,
): AsyncGenerator<Uint8Array> {
  if (rateHz === null) return;
  const found = await findSamples(media.pathOf(mediaId, KIND_FACTS[format].extension), format, sizeBytes, rateHz);
  if (found) yield* readSamplesOf(found.view);
}

/** Samples of a pause: mono with 16 bits. @param ms its length in milliseconds */
export function silence(ms: number, rateHz: number): Uint8Array {
  return new Uint8Array(2 * Math.round((ms * rateHz) / 1000));
}
