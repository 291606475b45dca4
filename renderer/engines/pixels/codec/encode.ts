// Encodes pictures. Opaque ones with Chromium's encoder, which is five times faster than ours; others with ours, which
// keeps the colours that a canvas would multiply by alpha.

import { startWorker } from '../../../trusted-types.ts';
import { NO_CHECKPOINT } from '../checkpoint.ts';
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

/** Encodes rows as a PNG file without loss. @throws RangeError if there is not enough memory */
export function encodeRows(rows: Rows, checkpoint = NO_CHECKPOINT): Promise<Uint8Array<ArrayBuffer>> {
  if (!rows.isOpaque) return encodePng(rows, checkpoint);
  return encodeElsewhere(rows, checkpoint, (encode) => encode({ type: 'image/png' }));
}
