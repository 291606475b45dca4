// Chooses the colour of the overlay that contrasts with a picture, or with the part of it that the mask covers.

import { OVERLAY_COLOR_IDS, type OverlayColorId } from '../../../../shared/images/mask-tools.ts';
import { pixelAt, type TileStore } from '../raster/tiles.ts';
import { type Color, OVERLAY_COLORS } from './overlay.ts';

/** The picture is sampled at most this often in each direction. */
const SAMPLES = 96;
/** The share of the picture, the most similar to a colour, by which that colour is judged. */
const WORST_SHARE = 0.2;
/** An earlier colour is chosen if its contrast is at least this share of the best. */
const GOOD_ENOUGH = 0.65;

/** A small version of a picture: RGBA, 0–255, row by row. Each pixel stands for `2 ** level` in each direction. */
export type PictureSamples = { data: Uint8ClampedArray; width: number; height: number; level: number };

/** Samples a decoded picture; undefined if that is impossible. */
export function samplePicture(bitmap: ImageBitmap): PictureSamples | undefined {
  const level = Math.max(0, Math.ceil(Math.log2(Math.max(bitmap.width, bitmap.height) / SAMPLES)));
  const [width, height] = [Math.ceil(bitmap.width / 2 ** level), Math.ceil(bitmap.height / 2 ** level)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) return undefined;
  context.drawImage(bitmap, 0, 0, width, height);
  return { data: context.getImageData(0, 0, width, height).data, width, height, level };
}

/** The samples that a mask covers. @param coverage the mask, smaller by the same level */
export function samplesUnder({ data, width, height }: PictureSamples, coverage: TileStore): Uint8ClampedArray {
  const covered: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (pixelAt(coverage, x, y) > 127) covered.push(...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4));
  return Uint8ClampedArray.from(covered);
}

/**
 * The first colour that contrasts well with the pixels (RGBA, 0–255), in the order of `OVERLAY_COLOR_IDS`. A colour is
 * judged where it is most similar to the picture, because there it would not be seen. Transparent pixels do not count.
 * @param before the colour until now, which stays while it contrasts well
 */
export function contrastingColor(pixels: Uint8ClampedArray, before?: OverlayColorId): OverlayColorId {
  const seen: Lab[] = [];
  for (let at = 0; at < pixels.length; at += 4)
    if ((pixels[at + 3] ?? 0) > 127) seen.push(labOf([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]));
  const order = before === undefined ? OVERLAY_COLOR_IDS : [before, ...OVERLAY_COLOR_IDS];
  const contrasts = order.map((id) => contrast(labOf(OVERLAY_COLORS[id]), seen));
  const best = Math.max(...contrasts);
  return order.find((_id, i) => (contrasts[i] ?? 0) >= GOOD_ENOUGH * best) ?? OVERLAY_COLOR_IDS[0];
}

type Lab = readonly [lightness: number, a: number, b: number];

/** The mean distance of a colour from the pixels that are most similar to it; 0 without pixels. */
function contrast([l, a, b]: Lab, pixels: readonly Lab[]): number {
  const distances = pixels.map((one) => Math.hypot(one[0] - l, one[1] - a, one[2] - b)).sort((x, y) => x - y);
  const worst = distances.slice(0, Math.ceil(distances.length * WORST_SHARE));
  return worst.reduce((sum, distance) => sum + distance, 0) / Math.max(1, worst.length);
}

/** Converts sRGB to Oklab, in which distances correspond to what people see. */
function labOf(color: Color): Lab {
  const [r, g, b] = [linear(color[0]), linear(color[1]), linear(color[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
