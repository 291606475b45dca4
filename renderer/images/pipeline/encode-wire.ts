// Encodes the picture that is sent: a PNG, or a JPEG if one is requested or a PNG would be too large.

import type { WirePlan } from '../../../shared/images/wire-geometry.ts';
import type { Checkpoint } from '../../engines/pixels/checkpoint.ts';
import { encodeElsewhere } from '../../engines/pixels/codec/encode.ts';
import type { Encode } from '../../engines/pixels/codec/encoder.ts';
import { encodePng } from '../../engines/pixels/codec/png.ts';
import type { Pixels } from '../../engines/pixels/pixels.ts';
import { wireRows } from '../../engines/pixels/resampling/wire-picture.ts';
import type { OwnBytes } from './tasks-contract.ts';

/** Tried in this order until the file is small enough; the first keeps full colour resolution. */
const JPEG_QUALITIES = [1, 0.95, 0.9, 0.8, 0.6] as const;

/** A picture as it is sent. */
type WireFile = { bytes: OwnBytes; mime: 'image/png' | 'image/jpeg' };

/** Encodes `pixels` in the wire size of `plan`. */
export async function encodeWirePicture(
  pixels: Pixels,
  plan: WirePlan,
  { format, maxBytes }: { format: 'png' | 'jpeg'; maxBytes: number },
  checkpoint: Checkpoint,
): Promise<WireFile> {
  const rows = wireRows(pixels, plan);
  if (!rows.isOpaque) return { bytes: await encodePng(rows, checkpoint), mime: 'image/png' };
  return encodeElsewhere(rows, checkpoint, async (encode): Promise<WireFile> => {
    if (format === 'png') {
      const png = await encode({ type: 'image/png' });
      if (png.length <= maxBytes) return { bytes: png, mime: 'image/png' };
    }
    return { bytes: await smallJpeg(encode, maxBytes), mime: 'image/jpeg' };
  });
}

/** Returns the best JPEG of at most `maxBytes`, or the smallest possible one. */
async function smallJpeg(encode: Encode, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  let smallest: Uint8Array<ArrayBuffer> | undefined;
  for (const quality of JPEG_QUALITIES) {
    smallest = await encode({ type: 'image/jpeg', quality });
    if (smallest.length <= maxBytes) break;
  }
  return smallest ?? new Uint8Array();
}
