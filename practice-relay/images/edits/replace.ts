// Replaces a region by another picture.

import type { Bytes } from '../../bytes.ts';
import { decodePicture, type PictureFacts } from '../codec.ts';
import { type Picture, pastePatch, type Region } from '../picture.ts';

/**
 * Draws another picture over the region in place, scaled to cover the region's box and cropped centrally.
 * @returns false, with nothing changed, when the other picture is damaged.
 */
export async function replaceRegion(
  picture: Picture,
  region: Region,
  other: { file: Bytes; facts: PictureFacts },
): Promise<boolean> {
  const patch = await decodePicture(other.file, other.facts, region.box, 'cover');
  if (!patch) return false;
  pastePatch(picture, region, patch.data, region.box, true);
  return true;
}
