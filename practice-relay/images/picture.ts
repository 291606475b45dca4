// A picture as raw pixels, the region to edit, and functions that change pixels inside it.

import { boxInPicture, type GridBox } from '../../shared/images/mask-regions.ts';
import type { Size } from '../../shared/images/size.ts';
import type { Bytes } from '../bytes.ts';

/** Raw pixels: 8-bit RGBA with straight alpha, row by row. */
export type Picture = Size & {
  data: Bytes;
  /** False when the source had no alpha channel; alpha is then 255 everywhere. */
  hasAlpha: boolean;
};

/** A rectangle in pixels. */
export type Box = Size & { left: number; top: number };

/** The pixels to edit. */
export type Region = {
  /** 1 for a pixel to edit, otherwise 0; one entry per pixel. Undefined: everywhere. */
  inside: Uint8Array | undefined;
  areaPx: number;
  /** The smallest rectangle around the region; of size zero when the region is empty. */
  box: Box;
};

/** Changes one pixel: `data[at]` is red, then green, blue, alpha. */
export type PixelEdit = (data: Bytes, at: number) => void;

/** Returns the region that covers a whole picture. */
export function wholeRegion({ width, height }: Size): Region {
  return { inside: undefined, areaPx: width * height, box: { left: 0, top: 0, width, height } };
}

/** Returns the region where a mask's alpha is 0 (relay API §2.3). @param alpha one entry per pixel. */
export function regionOfAlpha(alpha: Uint8Array, { width, height }: Size): Region {
  const inside = new Uint8Array(alpha.length);
  let [areaPx, left, right, top, bottom] = [0, width, 0, height, 0];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (alpha[i] !== 0) continue;
      inside[i] = 1;
      areaPx++;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  const box = { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  return { inside, areaPx, box };
}

/**
 * Returns the region of boxes on the grid of 0–999 (region hints, as some models read them).
 * @param image size of the sent picture; with `cover` it is cropped to the shape of `size`.
 */
export function regionOfHint(boxes: readonly GridBox[], image: Size, size: Size, fit: 'fill' | 'cover'): Region {
  const scale = Math.max(size.width / image.width, size.height / image.height);
  const plane = fit === 'cover' ? { width: image.width * scale, height: image.height * scale } : size;
  const cut = { x: (plane.width - size.width) / 2, y: (plane.height - size.height) / 2 };
  const alpha = new Uint8Array(size.width * size.height).fill(255);
  for (const box of boxes) {
    const { left, top, right, bottom } = boxInPicture(box, plane);
    const from = Math.max(0, Math.floor(left - cut.x));
    const to = Math.min(size.width, Math.ceil(right - cut.x));
    const last = Math.min(size.height, Math.ceil(bottom - cut.y));
    for (let y = Math.max(0, Math.floor(top - cut.y)); y < last; y++)
      if (to > from) alpha.fill(0, y * size.width + from, y * size.width + to);
  }
  return regionOfAlpha(alpha, size);
}

/** Whether a pixel, counted row by row, is one to edit. */
export function isInRegion({ inside }: Region, pixel: number): boolean {
  return !inside || inside[pixel] === 1;
}

/** Returns the box enlarged by `marginPx` on every side, within the picture. */
export function growBox(box: Box, marginPx: number, limit: Size): Box {
  const left = Math.max(0, box.left - marginPx);
  const top = Math.max(0, box.top - marginPx);
  return {
    left,
    top,
    width: Math.min(limit.width, box.left + box.width + marginPx) - left,
    height: Math.min(limit.height, box.top + box.height + marginPx) - top,
  };
}

/** Changes every pixel of the region in place, and no other. */
export function editPixels(picture: Picture, region: Region, edit: PixelEdit): void {
  const { inside, box } = region;
  for (let row = 0; row < box.height; row++) {
    const start = (box.top + row) * picture.width + box.left;
    for (let i = start; i < start + box.width; i++) if (!inside || inside[i] === 1) edit(picture.data, i * 4);
  }
}

/**
 * Copies the region's pixels from a patch that covers `box` of the picture.
 * @param blend true: the patch is composited over the picture by its alpha; false: alpha is copied as well.
 */
export function pastePatch(picture: Picture, region: Region, patch: Bytes, box: Box, blend: boolean): void {
  editPixels(picture, region, (data, at) => {
    const pixel = at / 4;
    const x = pixel % picture.width;
    const from = (((pixel - x) / picture.width - box.top) * box.width + (x - box.left)) * 4;
    const weight = blend ? (patch[from + 3] ?? 255) / 255 : 1;
    for (let c = 0; c < 3; c++) {
      const below = data[at + c] ?? 0;
      data[at + c] = Math.round(below + ((patch[from + c] ?? 0) - below) * weight);
    }
    data[at + 3] = blend ? Math.max(data[at + 3] ?? 0, patch[from + 3] ?? 0) : (patch[from + 3] ?? 255);
  });
}

/** Returns the pixels of a box as a separate picture. */
export function cropPicture(picture: Picture, box: Box): Picture {
  const data = new Uint8Array(box.width * box.height * 4);
  for (let row = 0; row < box.height; row++) {
    const start = ((box.top + row) * picture.width + box.left) * 4;
    data.set(picture.data.subarray(start, start + box.width * 4), row * box.width * 4);
  }
  return { width: box.width, height: box.height, data, hasAlpha: picture.hasAlpha };
}
