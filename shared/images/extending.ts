// The geometry of extending a picture: a larger frame, and where the picture lies in it. Pure functions.

import { IMPORT_LIMITS } from './limits.ts';
import type { Size } from './size.ts';

/** The shapes that can be chosen by name, width to height. */
export const FRAME_SHAPES = ['1:1', '4:5', '3:2', '16:9', '9:16'] as const;
export type FrameShape = (typeof FRAME_SHAPES)[number];

/**
 * What the added border is filled with, for the relay to see: the picture mirrored and blurred, a plain grey, or nothing.
 */
export const BORDER_FILLS = ['mirrored', 'plain', 'transparent'] as const;
export type BorderFill = (typeof BORDER_FILLS)[number];

/** How much is added at each side, in pixels of the picture; never negative. */
export type Margins = { left: number; top: number; right: number; bottom: number };

/** Where the picture lies in its frame, in either direction: 0 at the left or top, 1 at the right or bottom. */
export type Placement = { x: number; y: number };

/** The smallest frame of a shape that has the whole picture in it. */
export function frameOfShape({ width, height }: Size, shape: FrameShape): Size {
  const [across = 1, down = 1] = shape.split(':').map(Number);
  const ratio = across / down;
  return width < height * ratio
    ? { width: Math.max(width, Math.round(height * ratio)), height }
    : { width, height: Math.max(height, Math.round(width / ratio)) };
}

/** Why a picture cannot be extended to a frame; null if it can. */
export function frameProblem(picture: Size, frame: Size): 'smaller' | 'same' | 'tooLarge' | null {
  const { width, height } = frame;
  if (!(width >= picture.width && height >= picture.height)) return 'smaller';
  if (width === picture.width && height === picture.height) return 'same';
  const { maxSidePx, maxPixels } = IMPORT_LIMITS;
  return Math.max(width, height) > maxSidePx || width * height > maxPixels ? 'tooLarge' : null;
}

/** How much is added at each side so that a picture becomes a frame that is not smaller. */
export function marginsFor(picture: Size, frame: Size, { x, y }: Placement): Margins {
  const [across, down] = [frame.width - picture.width, frame.height - picture.height];
  const [left, top] = [Math.round(across * x), Math.round(down * y)];
  return { left, top, right: across - left, bottom: down - top };
}
