// Where a reply lies over its source while both are compared, and where the line between them runs. Pure functions, independent of how they are drawn.

import { type Size, wireSize } from '../../../shared/images/size.ts';
import { planWire } from '../../../shared/images/wire-geometry.ts';
import type { View } from '../../mask/view/view.ts';

/** How before and after are compared. */
export type CompareMode = 'slider' | 'hold' | 'difference';

/** A place in a frame, in shares of the frame's sides. */
export type FramePlace = { left: number; top: number; width: number; height: number };

/** A picture of the source's own shape. */
export const WHOLE_FRAME: FramePlace = { left: 0, top: 0, width: 1, height: 1 };

/**
 * Where a raw reply has to be drawn so that the source's part of it fills the frame. A reply of another size than asked
 * for is read as the same picture, scaled.
 * @param sent the size that was asked for; null where none was, and the picture was brought to the relay's default.
 */
export function placeReply(source: Size, sent: string | null): FramePlace {
  const { placed, wire } = planWire(source, wireSize(sent, source));
  return {
    left: -placed.x / placed.width,
    top: -placed.y / placed.height,
    width: wire.width / placed.width,
    height: wire.height / placed.height,
  };
}

/** What is seen of a picture: its left and right edge in device pixels of the viewport. */
type Seen = { leftPx: number; rightPx: number };

function seenOf(view: View, viewport: Size, picture: Size): Seen {
  return {
    leftPx: Math.max(0, view.offsetX),
    rightPx: Math.min(viewport.width, view.offsetX + picture.width * view.scale),
  };
}

/**
 * Where the line runs, in device pixels of the viewport.
 * @param share of what is seen of the picture, 0–1: zoomed in, the line stays in sight.
 */
export function dividerPx(share: number, view: View, viewport: Size, picture: Size): number {
  const { leftPx, rightPx } = seenOf(view, viewport, picture);
  return leftPx + share * (rightPx - leftPx);
}

/** The share, 0–1, that puts the line at a place of the viewport, or as near as it gets. */
export function dividerShare(atPx: number, view: View, viewport: Size, picture: Size): number {
  const { leftPx, rightPx } = seenOf(view, viewport, picture);
  return rightPx > leftPx ? Math.min(1, Math.max(0, (atPx - leftPx) / (rightPx - leftPx))) : 0;
}

/** Whether some of the picture is out of sight. */
export function isZoomedIn(view: View, viewport: Size, picture: Size): boolean {
  // Rounding may leave a fitted picture a little too large.
  return picture.width * view.scale > viewport.width + 1 || picture.height * view.scale > viewport.height + 1;
}
