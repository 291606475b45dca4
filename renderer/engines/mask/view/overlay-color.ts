// Chooses the colour of the overlay that contrasts most with a picture.

import { OVERLAY_COLOR_IDS, type OverlayColorId } from '../../../../shared/images/mask-tools.ts';
import { type Color, OVERLAY_COLORS } from './overlay.ts';

/** The picture is sampled at most this often in each direction. */
const SAMPLES = 48;
/** The share of the picture, the most similar to a colour, by which that colour is judged. */
const WORST_SHARE = 0.2;
/** An earlier colour is chosen if its contrast is at least this share of the best. */
const GOOD_ENOUGH = 0.65;

/** The colour for a decoded picture; undefined if it cannot be sampled. */
export function overlayColorFor(bitmap: ImageBitmap): OverlayColorId | undefined {
  const [width, height] = [Math.min(SAMPLES, bitmap.width), Math.min(SAMPLES, bitmap.height)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) return undefined;
  context.drawImage(bitmap, 0, 0, width, height);
  return contrastingColor(context.getImageData(0, 0, width, height).data);
}

/**
 * The first colour that contrasts well with the pixels (RGBA, 0–255), in the order of `OVERLAY_COLOR_IDS`. A colour is
 * judged where it is most similar to the picture, because there it would not be seen. Transparent pixels do not count.
 */
export function contrastingColor(pixels: Uint8ClampedArray): OverlayColorId {
  const seen: Lab[] = [];
  for (let at = 0; at < pixels.length; at += 4)
    if ((pixels[at + 3] ?? 0) > 127) seen.push(labOf([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]));
  const contrasts = OVERLAY_COLOR_IDS.map((id) => contrast(labOf(OVERLAY_COLORS[id]), seen));
  const best = Math.max(...contrasts);
  return OVERLAY_COLOR_IDS.find((_id, i) => (contrasts[i] ?? 0) >= GOOD_ENOUGH * best) ?? OVERLAY_COLOR_IDS[0];
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
