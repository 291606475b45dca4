// Encodes pictures. Opaque ones with Chromium's encoder, which is five times faster than ours; others with ours, which
// keeps the colours that a canvas would multiply by alpha.

import { startWorker } from '../../../trusted-types.ts';
import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { type Pixels, type Rows, rowsOf } from '../pixels.ts';
import encodeWorkerUrl from './encode-worker.ts?worker&url';
import { createEncoder } from './encoder.ts';
import { encodePng } from './png.ts';

/** Chromium's encoder. */
export const encodeElsewhere = createEncoder(() => startWorker(encodeWorkerUrl));

/** Encodes a picture as a PNG file without loss. */
export function encodePicture(pixels: Pixels, checkpoint = NO_CHECKPOINT): Promise<Uint8Array<ArrayBuffer>> {
  return encodeRows(rowsOf(pixels), checkpoint);
}

/** From this quality on, a JPEG keeps the full resolution of colours. */
const FULL_COLOUR_QUALITY = 90;

/**
 * Encodes rows as a lossy file; what is transparent is multiplied by alpha. @param quality 1 to 100.
 * @throws RangeError if there is not enough memory
 */
export function encodeLossy(
  rows: Rows,
  format: 'jpeg' | 'webp',
  quality: number,
  checkpoint: Checkpoint,
): Promise<Uint8Array<ArrayBuffer>> {
  const kind = format === 'jpeg' && rows.isOpaque && quality >= FULL_COLOUR_QUALITY ? 'fullColourJpeg' : 'canvas';
  const options = { type: `image/${format}`, quality: quality / 100 } as const;
  return encodeElsewhere(rows, checkpoint, (encode) => encode(options), kind);
}

/** Encodes rows as a PNG file without loss. @throws RangeError if there is not enough memory */
export function encodeRows(rows: Rows, checkpoint = NO_CHECKPOINT): Promise<Uint8Array<ArrayBuffer>> {
  if (!rows.isOpaque) return encodePng(rows, checkpoint);
  return encodeElsewhere(rows, checkpoint, (encode) => encode({ type: 'image/png' }));
}
