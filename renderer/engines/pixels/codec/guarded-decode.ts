// Decodes picture files by Chromium, but no file that would fill the memory, and none for longer than a person waits.

import type { PictureExcess } from '../../../../shared/images/headers/excess.ts';
import { redundantColours } from '../../../../shared/images/headers/png.ts';
import { decodingDanger } from '../../../../shared/images/picture-header.ts';
import { NO_CHECKPOINT } from '../checkpoint.ts';

/** Longest time that one picture is decoded, in milliseconds: the largest that is opened takes a tenth of it. */
const MAX_DECODING_MS = 60_000;

/** Thrown for a file that is given to no decoder. */
export class DangerousPicture extends Error {
  readonly excess: PictureExcess;
  constructor(excess: PictureExcess) {
    super(`The picture is not decoded: ${excess}`);
    this.excess = excess;
  }
}

/** Thrown when decoding takes too long. The decoder goes on until its worker ends. */
export class SlowPicture extends Error {}

/** @throws DangerousPicture for a whole file that would harm a decoder; one of no known format is not decoded at all. */
export function refuseDanger(bytes: Uint8Array): void {
  const excess = decodingDanger(bytes);
  if (excess !== undefined) throw new DangerousPicture(excess);
}

/**
 * Decodes a whole picture file. @param bytes those of the file. @throws DangerousPicture, SlowPicture; what `createImageBitmap` throws for a file that is
 * damaged or does not fit in memory.
 */
export async function decodeGuarded(
  file: Blob,
  bytes: Uint8Array,
  options?: ImageBitmapOptions,
  checkpoint = NO_CHECKPOINT,
): Promise<ImageBitmap> {
  refuseDanger(bytes);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SlowPicture('Decoding took too long.')), MAX_DECODING_MS);
  });
  try {
    const decoded = Promise.race([createImageBitmap(withoutRedundantColours(file, bytes), options), patience]);
    return await checkpoint.waitFor(decoded, (late) => late.close());
  } finally {
    clearTimeout(timer);
  }
}

/** A PNG that says in several ways that it is sRGB, without those that Chromium would convert by. */
function withoutRedundantColours(file: Blob, bytes: Uint8Array): Blob {
  const ranges = redundantColours(bytes);
  if (ranges.length === 0) return file;
  const ends = [0, ...ranges.map(({ end }) => end)];
  const starts = [...ranges.map(({ start }) => start), file.size];
  return new Blob(
    starts.map((start, i) => file.slice(ends[i], start)),
    { type: file.type },
  );
}
