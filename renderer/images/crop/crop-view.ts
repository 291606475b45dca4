// Where a picture that is cropped lies on the screen: as large as its room allows, with all that the straightened picture
// covers. Pure functions.

import {
  type Affine,
  type Crop,
  coveredSize,
  fieldOf,
  followed,
  type Point,
  toPlane,
} from '../../../shared/images/cropping.ts';
import type { Size } from '../../../shared/images/size.ts';

/** Room around the picture, for the handles at its edge, in pixels of the page. */
const AROUND_PX = 28;
/** A pixel of a tiny picture is at most this large. */
const MAX_SCALE = 32;

/** Pixels of the page for one of the picture, and where the upper left corner of the turned picture is. */
export type CropView = { readonly scale: number; readonly left: number; readonly top: number };

/** Places the picture in its room. @param room in pixels of the page */
export function cropView(room: Size, crop: Crop, picture: Size): CropView {
  const field = fieldOf(crop, picture);
  const covered = coveredSize(field);
  const free = (length: number): number => Math.max(1, length - 2 * AROUND_PX);
  const scale = Math.min(MAX_SCALE, free(room.width) / covered.width, free(room.height) / covered.height);
  return {
    scale,
    left: (room.width - scale * field.turned.width) / 2,
    top: (room.height - scale * field.turned.height) / 2,
  };
}

/** The transformation of a picture that is drawn at the scale of the view, as CSS. */
export function cssOf(crop: Crop, picture: Size, { scale, left, top }: CropView): string {
  const enlarged: Affine = { a: scale, b: 0, c: 0, d: scale, e: left, f: top };
  const drawn: Affine = { a: 1 / scale, b: 0, c: 0, d: 1 / scale, e: 0, f: 0 };
  const { a, b, c, d, e, f } = followed(followed(drawn, toPlane(crop, picture)), enlarged);
  return `matrix(${[a, b, c, d, e, f].join(', ')})`;
}

/** What is seen at a place of the page, in pixels of the turned picture. */
export function placeAt({ x, y }: Point, { scale, left, top }: CropView): Point {
  return { x: (x - left) / scale, y: (y - top) / scale };
}
