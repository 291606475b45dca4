// Decodes a part of a picture file.

import type { PicturePart } from '../../../shared/images/detail.ts';
import { readPictureHeader } from '../../../shared/images/picture-header.ts';
import type { Checkpoint } from '../../engines/pixels/checkpoint.ts';
import { decodePixels, decodeStrips } from '../../engines/pixels/codec/decode.ts';
import { cropPixels } from '../../engines/pixels/crop.ts';
import { hasOnlyOpaque, type Pixels } from '../../engines/pixels/pixels.ts';
import { SizesDiffer } from './sizes.ts';
import type { OwnBytes } from './tasks-contract.ts';

/**
 * Decodes a picture, or the part of it. An opaque picture is not in memory as a whole besides the decoder's own copy.
 * @throws SizesDiffer if the part is not inside the picture, and what `decodePixels` throws
 */
export async function decodePart(
  bytes: OwnBytes,
  part: PicturePart | null | undefined,
  checkpoint: Checkpoint,
): Promise<Pixels> {
  if (!part) return decodePixels(bytes, checkpoint);
  const { x, y, width, height } = part;
  const data = new Uint8ClampedArray(4 * width * height);
  let taken = 0;
  const take = (strip: Pixels, top: number): void => {
    const [first, end] = [Math.max(top, y), Math.min(top + strip.height, y + height)];
    if (first >= end || x + width > strip.width) return;
    const rows = cropPixels(strip, { x, y: first - top, width, height: end - first });
    data.set(rows.data, 4 * (first - y) * width);
    taken += end - first;
  };
  await decodeStrips(bytes, readPictureHeader(bytes)?.hasAlpha === false, take, checkpoint);
  if (taken !== height) throw new SizesDiffer('The part is not inside the picture.');
  return { data, width, height, isOpaque: hasOnlyOpaque(data) };
}
