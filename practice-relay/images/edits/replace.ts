// Replacing a region by another picture. Knows no requests.

import { decodePicture, type PictureFacts } from '../codec.ts';
import { type Picture, pastePatch, type Region } from '../picture.ts';
import type { Bytes } from '../request.ts';

/**
 * Lays another picture over the region in place, scaled to cover the region's box and cropped centrally.
 * @returns false when the other picture is damaged, and then nothing is changed.
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
