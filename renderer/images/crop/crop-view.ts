// Where a picture that is cropped or extended lies on the screen: as large as its room allows, unless a person zooms.
// Pure functions.

import {
  type Affine,
  type Crop,
  type Frame,
  followed,
  type Point,
  reversed,
  toCropped,
  toPlane,
} from '../../../shared/images/cropping.ts';
import type { Size } from '../../../shared/images/size.ts';

/** Room around what is shown, for the handles at its edge, in pixels of the page. */
const AROUND_PX = 28;
/** The same for what is drawn outward, as a share of the room. */
const OUTWARD_SHARE = 0.14;
/** How far one can zoom out, of what is seen whole. */
const LEAST_ZOOM = 0.25;
/** How much stays visible of what is moved aside, in pixels of the page. */
const KEPT_PX = 48;
/** A pixel of a tiny picture is at most this large. */
const MAX_SCALE = 32;

/** Pixels of the page for one of the picture, and where the upper left corner of the turned picture is. */
export type CropView = { readonly scale: number; readonly left: number; readonly top: number };

/** Places what is shown in its room. @param room in pixels of the page. @param isOutward the frame is drawn outward */
export function cropView(room: Size, shown: Frame, isOutward: boolean): CropView {
  const free = (length: number): number =>
    Math.max(1, length - 2 * (isOutward ? Math.max(AROUND_PX, OUTWARD_SHARE * length) : AROUND_PX));
  const scale = Math.min(MAX_SCALE, free(room.width) / shown.width, free(room.height) / shown.height);
  return {
    scale,
    left: (room.width - scale * (2 * shown.x + shown.width)) / 2,
    top: (room.height - scale * (2 * shown.y + shown.height)) / 2,
  };
}

/** The view at another scale; what is at a place of the page stays there. @param whole the view with all that is shown */
export function zoomedView({ scale, left, top }: CropView, to: number, at: Point, whole: CropView): CropView {
  const next = Math.min(MAX_SCALE, Math.max(LEAST_ZOOM * whole.scale, to));
  const share = next / scale;
  return { scale: next, left: at.x - share * (at.x - left), top: at.y - share * (at.y - top) };
}

/** The view moved, but never so far that nothing is seen. */
export function pannedView({ scale, left, top }: CropView, by: Point, room: Size, shown: Frame): CropView {
  const kept = (at: number, from: number, length: number, most: number): number =>
    Math.min(most - KEPT_PX - scale * from, Math.max(KEPT_PX - scale * (from + length), at));
  return {
    scale,
    left: kept(left + by.x, shown.x, shown.width, room.width),
    top: kept(top + by.y, shown.y, shown.height, room.height),
  };
}

/** The transformation of what is drawn at the scale of the view, as CSS: of the picture. */
export function cssOf(crop: Crop, picture: Size, view: CropView): string {
  return cssThrough(toPlane(crop, picture), view);
}

/** The same, of another crop of the picture. */
export function cssOfCrop(other: Crop, crop: Crop, picture: Size, view: CropView): string {
  return cssThrough(followed(reversed(toCropped(other, picture)), toPlane(crop, picture)), view);
}

function cssThrough(by: Affine, { scale, left, top }: CropView): string {
  const enlarged: Affine = { a: scale, b: 0, c: 0, d: scale, e: left, f: top };
  const drawn: Affine = { a: 1 / scale, b: 0, c: 0, d: 1 / scale, e: 0, f: 0 };
  const { a, b, c, d, e, f } = followed(followed(drawn, by), enlarged);
  return `matrix(${[a, b, c, d, e, f].join(', ')})`;
}

/** What is seen at a place of the page, in pixels of the turned picture. */
export function placeAt({ x, y }: Point, { scale, left, top }: CropView): Point {
  return { x: (x - left) / scale, y: (y - top) / scale };
}
