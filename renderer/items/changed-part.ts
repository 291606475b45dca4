// Which part of a picture its thumbnail shows: the whole, or what was changed where that is small. Pure functions.

import type { Size } from '../../shared/images/size.ts';

/** A rectangle in pixels. */
export type Part = { x: number; y: number; width: number; height: number };

/** A changed area is small up to this fraction of both sides; then this fraction of each side is shown at least. */
const SMALL_RATIO = 0.3;
const SHOWN_RATIO = 0.4;
/** How much larger than the changed area the part is, so that its surroundings can be seen. */
const SURROUNDINGS = 1.5;
/** Coverage from which on a pixel counts as changed: feathered edges do not. */
const COVERED = 64;

/**
 * Returns the bounds of what a mask covers; undefined if it covers nothing. @param rgba the mask as it is stored: it is
 * transparent where it covers
 */
export function coveredBounds(rgba: Uint8ClampedArray, { width, height }: Size): Part | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (255 - (rgba[4 * (y * width + x) + 3] ?? 255) < COVERED) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Returns the part of a picture that shows what was changed, in the picture's shape and inside it; the whole picture if
 * that is not small. @param changed the bounds of the changed area in a picture of `maskSize`
 */
export function shownPart(changed: Part | undefined, maskSize: Size, size: Size): Part {
  const whole = { x: 0, y: 0, ...size };
  if (changed === undefined) return whole;
  const ratio = Math.max(changed.width / maskSize.width, changed.height / maskSize.height);
  if (ratio > SMALL_RATIO) return whole;
  const share = Math.max(SHOWN_RATIO, ratio * SURROUNDINGS);
  const [width, height] = [size.width * share, size.height * share];
  const middle = (at: number, length: number, of: number): number => (at + length / 2) / of;
  const within = (at: number, most: number): number => Math.max(0, Math.min(most, at));
  return {
    x: within(middle(changed.x, changed.width, maskSize.width) * size.width - width / 2, size.width - width),
    y: within(middle(changed.y, changed.height, maskSize.height) * size.height - height / 2, size.height - height),
    width,
    height,
  };
}
