// Which part of a picture is sent when only the surroundings of its mask are, so that they keep their detail. Pure functions.

import { MIN_PIXELS } from './limits.ts';
import type { Box } from './mask-regions.ts';
import { isSameShape, type Size } from './size.ts';
import { planWire } from './wire-geometry.ts';

/** What is sent of a masked picture: what suits its size, the part around the mask, or all of it. */
export const DETAIL_CHOICES = ['auto', 'on', 'off'] as const;
export type DetailChoice = (typeof DETAIL_CHOICES)[number];

/** How much around the mask is sent at each side, as a share of the mask's longer side. */
export const CONTEXT_RATIO = { min: 0.25, max: 2 } as const;

/** A part of a picture, in whole pixels of it. */
export type PicturePart = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** What a relay takes: at most so many pixels, in one shape or in any up to a ratio of the sides. */
export type PartLimits = { readonly maxPixels: number; readonly maxRatio: number; readonly shape: Size | null };

/** By what factor a picture has to be reduced to be sent as a whole, in each direction, before a part is sent instead. */
const REDUCED_FROM = 1.25;
/** A part of more than this share of the picture's pixels would gain nothing. */
const MAX_SHARE = 0.8;
/** The share of a picture that the smallest size may have; in a smaller picture, the least that is sent and enlarged. */
const [SMALLEST_SHARE, LEAST_SHARE] = [0.5, 0.25];
/** What is always sent around the mask, if the picture has it, even where the whole then has to be reduced. */
const LEAST_CONTEXT = 0.1;
/** The longer side, in pixels, of masks that get the most surroundings by themselves, and how the share falls from there. */
const [SMALL_MASK_PX, FALL] = [256, 2 / 3];
/** The least that any mask gets by itself; and that of a picture which is not exceeded for more. */
const [LEAST_BY_ITSELF, SHARE_BY_ITSELF] = [0.5, 0.5];
/** Context ratios are multiples of this. */
export const CONTEXT_STEP = 0.05;
/** How many widths are tried for one whose height is whole in the given shape. */
const MAX_TRIES = 64;

/** The context ratio of which a person chose none: a small mask gets more, but not most of a small picture. */
export function defaultContext(picture: Size, { left, top, right, bottom }: Box): number {
  const [width, height] = [right - left, bottom - top];
  const side = Math.max(width, height);
  const bySide = CONTEXT_RATIO.max * (SMALL_MASK_PX / side) ** FALL;
  // The context with which the part has that many pixels.
  const most = (Math.sqrt((width - height) ** 2 + 4 * SHARE_BY_ITSELF * pixelsOf(picture)) - width - height) / 4;
  const ratio = Math.min(CONTEXT_RATIO.max, Math.max(LEAST_BY_ITSELF, Math.min(bySide, most / side)));
  return Math.floor(ratio / CONTEXT_STEP + 1e-9) * CONTEXT_STEP;
}

/** Whether a picture would lose so much detail as a whole that a part of it is sent by itself. @param wire its size then */
export function isReducedMuch(picture: Size, wire: Size): boolean {
  const { placed } = planWire(picture, wire);
  return Math.max(picture.width / placed.width, picture.height / placed.height) > REDUCED_FROM;
}

/**
 * Chooses the part of a picture around a mask: its bounds and their surroundings, at least the smallest size that can be
 * sent (in small pictures a quarter of them), and no more than can be sent without reduction, if the mask leaves that. It
 * has a shape that can be sent without margins, if there is such a part of the picture.
 * @param contextRatio as `CONTEXT_RATIO`; null by the mask's size
 * @returns null if that is about the whole picture
 */
export function choosePart(
  picture: Size,
  mask: Box,
  limits: PartLimits,
  contextRatio: number | null,
): PicturePart | null {
  const side = Math.max(mask.right - mask.left, mask.bottom - mask.top);
  const least = Math.ceil(side * LEAST_CONTEXT);
  const wanted = Math.max(least, Math.round(side * (contextRatio ?? defaultContext(picture, mask))));
  const sizeWith = (context: number): Size => sizeAround(picture, mask, limits, context);
  const size = sizeWith(mostThatFits(least, wanted, (context) => pixelsOf(sizeWith(context)) <= limits.maxPixels));
  if (pixelsOf(size) > MAX_SHARE * pixelsOf(picture)) return null;
  return {
    x: startOf(mask.left, mask.right, size.width, picture.width),
    y: startOf(mask.top, mask.bottom, size.height, picture.height),
    ...size,
  };
}

/** The largest whole number from `least` to `most` that fits, if a smaller one does too; `least` if none does. */
function mostThatFits(least: number, most: number, fits: (value: number) => boolean): number {
  if (fits(most)) return most;
  let [low, high] = [least, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The size of the part with so many pixels around the mask. */
function sizeAround(
  picture: Size,
  { left, top, right, bottom }: Box,
  { shape, maxRatio }: PartLimits,
  context: number,
): Size {
  const within = (width: number, height: number): Size => ({
    width: Math.min(picture.width, Math.ceil(width)),
    height: Math.min(picture.height, Math.ceil(height)),
  });
  const masked = { width: right - left, height: bottom - top };
  const isSmall = MIN_PIXELS > SMALLEST_SHARE * pixelsOf(picture);
  const leastPixels = isSmall ? LEAST_SHARE * pixelsOf(picture) : MIN_PIXELS;
  let size = within(masked.width + 2 * context, masked.height + 2 * context);
  if (shape !== null) return inShape(picture, masked, size, shape, leastPixels);
  const factor = Math.sqrt(leastPixels / pixelsOf(size));
  if (factor > 1) {
    size = within(factor * size.width, factor * size.height);
    size = within(Math.max(size.width, leastPixels / size.height), size.height);
    size = within(size.width, Math.max(size.height, leastPixels / size.width));
  }
  // What is too long gets higher, or, if the picture is not, shorter.
  const long = (length: number, across: number, most: Size, has: Size): [number, number] => {
    const higher = Math.min(most.height, Math.max(across, Math.ceil(length / maxRatio)));
    return [Math.max(has.width, Math.min(length, Math.floor(higher * maxRatio))), higher];
  };
  if (size.width >= size.height) {
    const [width, height] = long(size.width, size.height, picture, masked);
    return { width, height };
  }
  const [height, width] = long(size.height, size.width, turned(picture), turned(masked));
  return { width, height };
}

/** The least size of a shape around a size; the largest of that in the picture, if it has what is masked. */
function inShape(picture: Size, masked: Size, size: Size, shape: Size, leastPixels: number): Size {
  const ratio = shape.width / shape.height;
  const most = Math.min(picture.width, Math.floor(picture.height * ratio));
  const around = Math.ceil(Math.max(size.width, size.height * ratio, Math.sqrt(leastPixels * ratio)));
  const heightOf = (width: number): number => Math.round(width / ratio);
  const isGood = (width: number): boolean => {
    const found = { width, height: heightOf(width) };
    const isInside = width <= picture.width && found.height <= picture.height && found.height > 0;
    return isInside && width >= masked.width && found.height >= masked.height && isSameShape(found, shape);
  };
  const start = Math.min(around, most);
  for (let by = 0; by <= MAX_TRIES; by++) {
    for (const width of [start + by, start - by]) if (isGood(width)) return { width, height: heightOf(width) };
  }
  return size;
}

/** Where a part begins whose middle is that of the mask, inside the picture. */
function startOf(from: number, to: number, length: number, end: number): number {
  const middle = Math.round((from + to - length) / 2);
  const around = Math.min(from, Math.max(to - length, middle));
  return Math.max(0, Math.min(end - length, around));
}

function turned({ width, height }: Size): Size {
  return { width: height, height: width };
}

function pixelsOf({ width, height }: Size): number {
  return width * height;
}
