// The geometry of a comparison: where a result lies over its source, where the divider is, and the panes in which
// pictures are side by side. Pure functions.

import type { PicturePart } from '../../../shared/images/detail.ts';
import { type Size, wireSize } from '../../../shared/images/size.ts';
import { hasRequestedShape, planWire } from '../../../shared/images/wire-geometry.ts';
import type { Point, View } from '../../engines/mask/view/view.ts';
import { gridColumns } from '../results/grid-columns.ts';

/** How pictures are compared. */
export type CompareMode = 'slider' | 'hold' | 'difference' | 'side';

/** A rectangle in a frame, in shares of the frame's sides. */
export type FramePlace = { left: number; top: number; width: number; height: number };

/** From this scale on, in device pixels for each pixel of a picture, pixels are drawn as squares. */
export const PIXELS_FROM = 4;

/** The whole frame: the place of a picture with the source's aspect ratio. */
export const WHOLE_FRAME: FramePlace = { left: 0, top: 0, width: 1, height: 1 };

/**
 * Where a raw result must be drawn so that the source's part of it fills the frame. A result of another size than
 * requested is treated as the same picture, scaled; one of another shape is drawn whole, in its own shape.
 * @param sent the requested size; null if none was, so that the picture was scaled to the relay's default size.
 * @param received the size of the result; 0 by 0 if its file does not say it.
 */
export function placeReply(source: Size, sent: string | null, received: Size): FramePlace {
  const { placed, wire } = planWire(source, wireSize(sent, source));
  const hasSize = received.width > 0 && received.height > 0;
  if (hasSize && !hasRequestedShape(wire, received)) return placeWhole(source, received);
  return {
    left: -placed.x / placed.width,
    top: -placed.y / placed.height,
    width: wire.width / placed.width,
    height: wire.height / placed.height,
  };
}

/** A place in a part of a frame as one in the whole frame. */
export function placeInPart({ left, top, width, height }: FramePlace, part: PicturePart, frame: Size): FramePlace {
  return {
    left: (part.x + left * part.width) / frame.width,
    top: (part.y + top * part.height) / frame.height,
    width: (width * part.width) / frame.width,
    height: (height * part.height) / frame.height,
  };
}

/** Where a picture is drawn whole in a frame, in its own shape. A size of 0 by 0, which is not known, fills the frame. */
export function placeWhole(frame: Size, picture: Size): FramePlace {
  if (picture.width === 0 || picture.height === 0) return WHOLE_FRAME;
  const stretch = (picture.width * frame.height) / (picture.height * frame.width);
  const [width, height] = [Math.min(1, stretch), Math.min(1, 1 / stretch)];
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/** Equal parts of a viewport, in device pixels: all have one size, and each shows its picture in the same view. */
export type Panes = {
  columns: number;
  size: Size;
  /** The top left corner of each. */
  origins: readonly Point[];
};

/** One pane that is the whole viewport. */
export function onePane(viewport: Size): Panes {
  return { columns: 1, size: viewport, origins: [{ x: 0, y: 0 }] };
}

/**
 * Divides a viewport in panes with the number of columns with which the pictures are largest. @param count at least 1.
 * @param gapPx the distance between two panes
 */
export function panesOf(count: number, picture: Size, viewport: Size, gapPx: number): Panes {
  const columns = gridColumns(count, picture, viewport);
  const side = (px: number, parts: number): number => Math.max(1, Math.floor((px - (parts - 1) * gapPx) / parts));
  const [width, height] = [side(viewport.width, columns), side(viewport.height, Math.ceil(count / columns))];
  return {
    columns,
    size: { width, height },
    origins: Array.from({ length: count }, (_, index) => ({
      x: (index % columns) * (width + gapPx),
      y: Math.floor(index / columns) * (height + gapPx),
    })),
  };
}

/** The pane at a place of the viewport, or the nearest one. */
export function paneAt({ size, origins }: Panes, at: Point): number {
  const outside = (px: number, from: number, length: number): number => Math.max(from - px, px - from - length, 0);
  const distances = origins.map(({ x, y }) => outside(at.x, x, size.width) ** 2 + outside(at.y, y, size.height) ** 2);
  return distances.indexOf(Math.min(...distances));
}

/** The visible part of a picture: its left and right edge in device pixels of the viewport. */
type Seen = { leftPx: number; rightPx: number };

function seenOf(view: View, viewport: Size, picture: Size): Seen {
  return {
    leftPx: Math.max(0, view.offsetX),
    rightPx: Math.min(viewport.width, view.offsetX + picture.width * view.scale),
  };
}

/**
 * The position of the divider, in device pixels of the viewport.
 * @param share a share, 0–1, of the visible part of the picture, so that the divider stays visible when zoomed in.
 */
export function dividerPx(share: number, view: View, viewport: Size, picture: Size): number {
  const { leftPx, rightPx } = seenOf(view, viewport, picture);
  return leftPx + share * (rightPx - leftPx);
}

/** The share, 0–1, that places the divider at a position in the viewport, or as close to it as possible. */
export function dividerShare(atPx: number, view: View, viewport: Size, picture: Size): number {
  const { leftPx, rightPx } = seenOf(view, viewport, picture);
  return rightPx > leftPx ? Math.min(1, Math.max(0, (atPx - leftPx) / (rightPx - leftPx))) : 0;
}

/** Whether part of the picture is outside the viewport. */
export function isZoomedIn(view: View, viewport: Size, picture: Size): boolean {
  // Rounding may make a fitted picture slightly too large.
  return picture.width * view.scale > viewport.width + 1 || picture.height * view.scale > viewport.height + 1;
}
