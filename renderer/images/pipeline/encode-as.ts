// Writes any picture in a format and quality a person chose, to take it elsewhere.

import type { Checkpoint } from '../../pixels/checkpoint.ts';
import { decodePixels } from '../../pixels/codec/decode.ts';
import { encodePicture, fileOf, paintOpaque } from '../../pixels/codec/encode.ts';
import { type Pixels, release, rowsOf } from '../../pixels/pixels.ts';
import type { EncodeAsInput, EncodedPicture } from './tasks-contract.ts';

/** JPEG knows no transparency: what is transparent is laid on white, and said. WebP keeps it; PNG keeps everything. */
export async function encodeAs(
  { bytes, format, quality }: EncodeAsInput,
  checkpoint: Checkpoint,
): Promise<EncodedPicture> {
  const pixels = await decodePixels(bytes, checkpoint);
  try {
    if (format === 'png') return { bytes: await encodePicture(pixels, checkpoint), isFlattened: false };
    const isFlattened = format === 'jpeg' && !pixels.isOpaque;
    if (isFlattened) layOnWhite(pixels);
    const canvas =
      isFlattened || pixels.isOpaque ? await paintOpaque(rowsOf(pixels), checkpoint) : paintWithAlpha(pixels);
    return { bytes: await fileOf(canvas, { type: `image/${format}`, quality: quality / 100 }), isFlattened };
  } finally {
    release(pixels);
  }
}

function layOnWhite({ data }: Pixels): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? 255;
    for (let channel = i; channel < i + 3; channel++) {
      data[channel] = ((data[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255;
    }
    data[i + 3] = 255;
  }
}

/** A canvas multiplies alpha into colours: no loss that a lossy file would not have. */
function paintWithAlpha({ data, width, height }: Pixels): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { colorSpace: 'srgb' });
  if (context === null) throw new RangeError('No canvas of that size.');
  context.putImageData(new ImageData(data, width, height), 0, 0);
  return canvas;
}
