// Encodes the picture that is sent: a PNG, or a JPEG if one is requested or a PNG would be too large.

import type { WirePlan } from '../../../shared/images/wire-geometry.ts';
import type { Checkpoint } from '../../pixels/checkpoint.ts';
import { fileOf, paintOpaque } from '../../pixels/codec/encode.ts';
import { encodePng } from '../../pixels/codec/png.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { wireRows } from '../../pixels/resampling/wire-picture.ts';
import type { OwnBytes } from './tasks-contract.ts';

/** Tried in this order until the file is small enough; the first keeps full colour resolution. */
const JPEG_QUALITIES = [1, 0.95, 0.9, 0.8, 0.6] as const;

/** Encodes `pixels` in the wire size of `plan`. */
export async function encodeWirePicture(
  pixels: Pixels,
  plan: WirePlan,
  { format, maxBytes }: { format: 'png' | 'jpeg'; maxBytes: number },
  checkpoint: Checkpoint,
): Promise<{ bytes: OwnBytes; mime: 'image/png' | 'image/jpeg' }> {
  const rows = wireRows(pixels, plan);
  if (!rows.isOpaque) return { bytes: await encodePng(rows, checkpoint), mime: 'image/png' };
  const canvas = await paintOpaque(rows, checkpoint);
  if (format === 'png') {
    const png = await fileOf(canvas, { type: 'image/png' });
    if (png.length <= maxBytes) return { bytes: png, mime: 'image/png' };
  }
  return { bytes: await smallJpeg(canvas, maxBytes, checkpoint), mime: 'image/jpeg' };
}

/** Returns the best JPEG of at most `maxBytes`, or the smallest possible one. */
async function smallJpeg(
  canvas: OffscreenCanvas,
  maxBytes: number,
  checkpoint: Checkpoint,
): Promise<Uint8Array<ArrayBuffer>> {
  let smallest: Uint8Array<ArrayBuffer> | undefined;
  for (const quality of JPEG_QUALITIES) {
    smallest = await fileOf(canvas, { type: 'image/jpeg', quality });
    if (smallest.length <= maxBytes) break;
    await checkpoint();
  }
  return smallest ?? new Uint8Array();
}
