// Erases a region by continuing its surroundings into it.

import { scalePicture } from '../codec.ts';
import { type Box, growBox, type Picture, pastePatch, type Region } from '../picture.ts';
import { inpaint } from './opencv.ts';

/** How far the surroundings are used. */
const MARGIN_PX = 48;
/** Limits for the pixels to fill and the pixels to process, for about 0.3 s. Larger regions are scaled down. */
const MAX_HOLE_PX = 500_000;
const MAX_BOX_PX = 2_500_000;

/** Erases the region in place. Huge regions are filled at a reduced size. The region must not be the whole picture. */
export async function eraseRegion(picture: Picture, region: Region): Promise<void> {
  const box = growBox(region.box, MARGIN_PX, picture);
  const shrink = Math.ceil(Math.sqrt(Math.max(region.areaPx / MAX_HOLE_PX, (box.width * box.height) / MAX_BOX_PX, 1)));
  const small = shrinkAround(picture, region, box, shrink);
  const rgb = await inpaint(small.rgb, small.holes, small.width, small.height);
  const data = new Uint8Array(small.holes.length * 4).fill(255);
  for (let i = 0; i < small.holes.length; i++) data.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
  const filled = { width: small.width, height: small.height, data, hasAlpha: false };
  // The last row and column of blocks may extend beyond the box.
  const size = { width: small.width * shrink, height: small.height * shrink };
  const patch = shrink === 1 ? filled : await scalePicture(filled, size);
  pastePatch(picture, region, patch.data, { ...box, ...size }, false);
}

type Small = { rgb: Uint8Array; holes: Uint8Array; width: number; height: number };

/**
 * Shrinks the box by blocks of `shrink` × `shrink` pixels. Each block becomes the mean of its pixels outside the
 * region, so that erased pixels have no influence; a block without such pixels is a hole.
 */
function shrinkAround(picture: Picture, { inside }: Region, box: Box, shrink: number): Small {
  const width = Math.ceil(box.width / shrink);
  const height = Math.ceil(box.height / shrink);
  const rgb = new Uint8Array(width * height * 3);
  const holes = new Uint8Array(width * height);
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  for (let row = 0, block = 0; row < height; row++) {
    for (let column = 0; column < width; column++, block++) {
      let [count, red, green, blue] = [0, 0, 0, 0];
      const top = box.top + row * shrink;
      const left = box.left + column * shrink;
      for (let y = top; y < Math.min(top + shrink, bottom); y++) {
        for (let x = left; x < Math.min(left + shrink, right); x++) {
          const pixel = y * picture.width + x;
          if (!inside || inside[pixel] === 1) continue;
          count++;
          red += picture.data[pixel * 4] ?? 0;
          green += picture.data[pixel * 4 + 1] ?? 0;
          blue += picture.data[pixel * 4 + 2] ?? 0;
        }
      }
      if (count === 0) holes[block] = 255;
      else rgb.set([red / count, green / count, blue / count].map(Math.round), block * 3);
    }
  }
  return { rgb, holes, width, height };
}
