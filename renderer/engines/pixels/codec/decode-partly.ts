// Decodes what is left of damaged picture files, to be looked at. Chromium's `createImageBitmap` takes whole pictures
// only; its ImageDecoder returns the beginning of one, as long as its stream may still bring more.

import { decodingDanger, sniffPicture } from '../../../../shared/images/picture-header.ts';
import type { DecodedExtent } from '../../../../shared/images/picture-states.ts';
import { contentFacts } from '../../../../shared/library/reply-contents.ts';
import { DangerousPicture, decodeGuarded, SlowPicture } from './guarded-decode.ts';

/**
 * The shares of the file that are tried: a file that is broken inside is decoded up to a place before that. In eighths.
 */
const EIGHTHS = [8, 7, 6, 5, 4, 3, 2, 1] as const;
/** A decoder that needs more bytes for its first rows does not answer. In milliseconds. */
const PATIENCE_MS = 2000;
/** Side of the copy in which the decoded part is looked for, in pixels. */
const PROBE_PX = 64;

/** Decodes a picture file. @returns how far that was possible. @throws DangerousPicture, SlowPicture */
export async function decodeExtent(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedExtent> {
  const format = sniffPicture(bytes);
  if (format === undefined) return 'not';
  const whole = await decodeGuarded(new Blob([bytes], { type: contentFacts(format).mime }), bytes).catch(
    (problem: unknown) => {
      if (problem instanceof DangerousPicture || problem instanceof SlowPicture) throw problem;
      return undefined;
    },
  );
  const decoded = whole ?? (await decodePartly(bytes));
  decoded?.close();
  if (decoded === undefined) return 'not';
  return whole === undefined ? 'partly' : 'whole';
}

/**
 * Decodes the beginning of a damaged picture. @returns the picture in its whole size, transparent where nothing could
 * be decoded; undefined if nothing could.
 */
export async function decodePartly(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap | undefined> {
  const format = sniffPicture(bytes);
  if (format === undefined) return undefined;
  if (decodingDanger(bytes) !== undefined) return undefined;
  const { mime } = contentFacts(format);
  for (const eighths of EIGHTHS) {
    const end = Math.ceil((bytes.length * eighths) / 8);
    const part = await decodeBeginning(bytes.subarray(0, end), mime);
    // Fewer bytes would not help a decoder that waits for more.
    if (part === 'waits') return undefined;
    if (part !== 'failed') return part;
  }
  return undefined;
}

async function decodeBeginning(bytes: Uint8Array, type: string): Promise<ImageBitmap | 'failed' | 'waits'> {
  const data = new ReadableStream<Uint8Array>({
    // The stream is not closed: then the picture would be an error.
    start: (stream) => stream.enqueue(bytes.slice()),
  });
  const decoder = new ImageDecoder({ data, type, preferAnimation: false });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const patience = new Promise<'waits'>((resolve) => {
      timer = setTimeout(() => resolve('waits'), PATIENCE_MS);
    });
    const decoded = await Promise.race([decoder.decode({ completeFramesOnly: false }), patience]);
    if (decoded === 'waits') return 'waits';
    const bitmap = await createImageBitmap(decoded.image);
    decoded.image.close();
    if (hasPixels(bitmap)) return bitmap;
    bitmap.close();
    return 'waits';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
    decoder.close();
  }
}

function hasPixels(bitmap: ImageBitmap): boolean {
  const context = new OffscreenCanvas(PROBE_PX, PROBE_PX).getContext('2d', { willReadFrequently: true });
  if (context === null) return false;
  context.drawImage(bitmap, 0, 0, PROBE_PX, PROBE_PX);
  const { data } = context.getImageData(0, 0, PROBE_PX, PROBE_PX);
  return data.some((value, index) => index % 4 === 3 && value > 0);
}
