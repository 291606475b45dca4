// The geometry of a frame around a picture that is extended, drawn by hand. It always has the whole picture in it. Pure
// functions.

import type { Frame, Handle, Point } from './cropping.ts';
import type { Margins } from './extending.ts';
import { IMPORT_LIMITS } from './limits.ts';
import type { Size } from './size.ts';

// Frames are in pixels of the picture, whose upper left corner is 0, 0: they begin there or before. Their sides are whole.

/** How much a frame adds at each side. */
export function marginsOf({ x, y, width, height }: Frame, picture: Size): Margins {
  return { left: 0 - x, top: 0 - y, right: x + width - picture.width, bottom: y + height - picture.height };
}

/** The smallest frame of a shape, width to height; the picture itself if any will do. Not limited. */
export function leastAround(ratio: number | null, { width, height }: Size): Size {
  if (ratio === null) return { width, height };
  return width < height * ratio
    ? { width: Math.max(width, Math.round(height * ratio)), height }
    : { width, height: Math.max(height, Math.round(width / ratio)) };
}

/** The longest that a side of a frame can be whose other side is that long; `ratio` instead if the shape is kept. */
export function longestAround(side: keyof Size, other: number, ratio: number | null): number {
  const { maxSidePx, maxPixels } = IMPORT_LIMITS;
  if (ratio === null) return Math.min(maxSidePx, Math.floor(maxPixels / other));
  const width = Math.min(maxSidePx, maxSidePx * ratio, Math.sqrt(maxPixels * ratio));
  return Math.floor(side === 'width' ? width : width / ratio);
}

/** A frame of a size, as near to a place as it can be. @param at its upper left corner. */
export function placedAround({ width, height }: Size, at: Point, picture: Size): Frame {
  return {
    x: clamp(Math.round(at.x), picture.width - width, 0) + 0,
    y: clamp(Math.round(at.y), picture.height - height, 0) + 0,
    width,
    height,
  };
}

/** A frame of another size about the same middle. */
export function resizedAround(frame: Frame, { width, height }: Size, picture: Size): Frame {
  const at = { x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2 };
  return placedAround({ width, height }, at, picture);
}

/** The smallest frame of a shape about the middle of the picture; a free one as it is. */
export function shapedAround(frame: Frame, ratio: number | null, picture: Size): Frame {
  if (ratio === null) return frame;
  return resizedAround({ x: 0, y: 0, ...picture }, leastAround(ratio, picture), picture);
}

/** The frame with a side or corner drawn to another place; what is opposite stays. @param ratio width to height */
export function drawnAround(frame: Frame, handle: Handle, by: Point, ratio: number | null, picture: Size): Frame {
  if (ratio !== null) {
    const least = leastAround(ratio, picture).width;
    const [across, down] = [frame.width + handle.x * by.x, (frame.height + handle.y * by.y) * ratio];
    const wanted = handle.x === 0 ? down : handle.y === 0 ? across : Math.max(across, down);
    const width = clamp(Math.round(wanted), least, longestAround('width', 0, ratio));
    return anchored(frame, handle, { width, height: Math.max(picture.height, Math.floor(width / ratio)) }, picture);
  }
  const { left, top, right, bottom } = marginsOf(frame, picture);
  // The margin that is not drawn stays, and so is the least of the side.
  const widthAtLeast = picture.width + (handle.x < 0 ? right : left);
  const heightAtLeast = picture.height + (handle.y < 0 ? bottom : top);
  const wanted = (length: number, sign: number, drawn: number, least: number): number =>
    sign === 0 ? length : Math.max(least, Math.round(length + sign * drawn));
  const width = Math.min(wanted(frame.width, handle.x, by.x, widthAtLeast), longestAround('width', frame.height, null));
  const height = Math.min(wanted(frame.height, handle.y, by.y, heightAtLeast), longestAround('height', width, null));
  return anchored(frame, handle, { width, height }, picture);
}

function anchored(frame: Frame, { x, y }: Handle, size: Size, picture: Size): Frame {
  const at = {
    x: frame.x + ((1 - x) / 2) * (frame.width - size.width),
    y: frame.y + ((1 - y) / 2) * (frame.height - size.height),
  };
  return placedAround(size, at, picture);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
