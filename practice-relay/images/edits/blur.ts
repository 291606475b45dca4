// Blurs a region.

import { blurPicture } from '../codec.ts';
import { cropPicture, growBox, type Picture, pastePatch, type Region } from '../picture.ts';

/** Blur sigma as a fraction of the picture's shorter side. */
const SIGMA = 1 / 100;
/** How far the blur reaches, in sigmas. */
const REACH = 3;

/** Blurs the region in place. Surrounding pixels contribute to the blur but do not change. */
export async function blurRegion(picture: Picture, region: Region): Promise<void> {
  const sigmaPx = Math.max(3, Math.min(picture.width, picture.height) * SIGMA);
  const box = growBox(region.box, Math.ceil(sigmaPx * REACH), picture);
  const { data } = await blurPicture(cropPicture(picture, box), sigmaPx);
  pastePatch(picture, region, data, box, false);
}
