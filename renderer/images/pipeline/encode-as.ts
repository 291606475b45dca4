// Encodes any picture in a chosen format and quality, for export.

import type { Checkpoint } from '../../engines/pixels/checkpoint.ts';
import { decodePixels } from '../../engines/pixels/codec/decode.ts';
import { encodeElsewhere, encodePicture } from '../../engines/pixels/codec/encode.ts';
import { type Pixels, release, rowsOf } from '../../engines/pixels/pixels.ts';
import type { EncodeAsInput, EncodedPicture } from './tasks-contract.ts';

/**
 * Encodes a picture file in a format. JPEG has no transparency: transparent parts become white, which is reported. WebP
 * keeps transparency; PNG keeps everything.
 */
export async function encodeAs(
  { bytes, format, quality }: EncodeAsInput,
  checkpoint: Checkpoint,
): Promise<EncodedPicture> {
  const pixels = await decodePixels(bytes, checkpoint);
  try {
    if (format === 'png') return { bytes: await encodePicture(pixels, checkpoint), isFlattened: false };
    const isFlattened = format === 'jpeg' && !pixels.isOpaque;
    if (isFlattened) layOnWhite(pixels);
    // What is left transparent is multiplied by alpha, which loses no more than a lossy file does.
    const rows = rowsOf({ ...pixels, isOpaque: isFlattened || pixels.isOpaque });
    const options = { type: `image/${format}`, quality: quality / 100 } as const;
    const bytes = await encodeElsewhere(rows, checkpoint, (encode) => encode(options));
    return { bytes, isFlattened };
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
