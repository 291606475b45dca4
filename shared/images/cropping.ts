// The geometry of a crop: a picture turned by quarters, mirrored, straightened, and cut to a frame. Pure functions.

import { FRAME_SHAPES } from './extending.ts';
import type { Size } from './size.ts';

/** Quarter turns to the right. */
type QuarterTurns = 0 | 1 | 2 | 3;

/** A point in pixels; the upper left corner of a picture is 0, 0, and the middle of its first pixel 0.5, 0.5. */
export type Point = { readonly x: number; readonly y: number };

/**
 * What is kept, in pixels of the turned picture. Its sides are whole; its place is, too, unless the picture is
 * straightened.
 */
export type Frame = Point & Size;

/** How a picture is made from another one: turned first, then mirrored left to right, then straightened, then cut. */
export type Crop = {
  readonly turns: QuarterTurns;
  readonly isFlipped: boolean;
  /** Degrees to the right by which it is straightened, about the middle of the picture. */
  readonly angle: number;
  readonly frame: Frame;
};

/** The most by which a picture is straightened to either side, and the step, in degrees. */
export const STRAIGHTEN = { max: 45, step: 0.1 } as const;

/** The shapes that a frame can be kept in: any, that of the picture, or a named one. */
export const CROP_SHAPES = ['free', 'original', ...FRAME_SHAPES] as const;
export type CropShape = (typeof CROP_SHAPES)[number];

/** Differences of places that are no more than rounding, in pixels. */
const ROUNDING = 1e-6;
/** How far a straightened frame may lie beyond its picture, in pixels: it is not seen, as the edge is repeated. */
const TOLERANCE = 0.01;

/** The size of a picture after quarter turns. */
function turnedSize({ width, height }: Size, turns: QuarterTurns): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The crop that leaves a picture as it is. */
export function wholeCrop({ width, height }: Size): Crop {
  return { turns: 0, isFlipped: false, angle: 0, frame: { x: 0, y: 0, width, height } };
}

/** Whether a crop leaves a picture of this size as it is. */
export function isWhole(crop: Crop, picture: Size): boolean {
  return isSameCrop(crop, wholeCrop(picture));
}

/** Whether two crops of a picture are the same. */
export function isSameCrop(a: Crop, b: Crop): boolean {
  return (
    a.turns === b.turns &&
    a.isFlipped === b.isFlipped &&
    a.angle === b.angle &&
    (['x', 'y', 'width', 'height'] as const).every((side) => a.frame[side] === b.frame[side])
  );
}

/**
 * Width to height of a shape; null if it is free. @param turned the size of the turned picture. @param isSwapped width
 * and height are exchanged
 */
export function ratioOf(shape: CropShape, turned: Size, isSwapped: boolean): number | null {
  if (shape === 'free') return null;
  const [across = 1, down = 1] = shape === 'original' ? [turned.width, turned.height] : shape.split(':').map(Number);
  return isSwapped ? down / across : across / down;
}

// Places ------------------------------------------------------------------------------------------------------------

/** x becomes a·x + c·y + e, y becomes b·x + d·y + f: the order of CSS. */
export type Affine = Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f', number>>;

/** Where a point comes to lie. */
export function moved({ a, b, c, d, e, f }: Affine, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** The transformation that does `first`, and then `second`. */
export function followed(first: Affine, second: Affine): Affine {
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    e: second.a * first.e + second.c * first.f + second.e,
    f: second.b * first.e + second.d * first.f + second.f,
  };
}

/** The way back. All transformations here keep lengths, so that there is one. */
export function reversed({ a, b, c, d, e, f }: Affine): Affine {
  const area = a * d - b * c;
  const [ia, ib, ic, id] = [d / area, -b / area, -c / area, a / area];
  return { a: ia, b: ib, c: ic, d: id, e: -(ia * e + ic * f), f: -(ib * e + id * f) };
}

const QUARTERS: Readonly<Record<QuarterTurns, (size: Size) => Affine>> = {
  0: () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }),
  1: ({ height }) => ({ a: 0, b: 1, c: -1, d: 0, e: height, f: 0 }),
  2: ({ width, height }) => ({ a: -1, b: 0, c: 0, d: -1, e: width, f: height }),
  3: ({ width }) => ({ a: 0, b: -1, c: 1, d: 0, e: 0, f: width }),
};

/** From pixels of a picture to those of the picture turned, mirrored and straightened, but not cut. */
export function toPlane({ turns, isFlipped, angle }: Crop, picture: Size): Affine {
  const turned = turnedSize(picture, turns);
  const quarters = QUARTERS[turns](picture);
  const flip: Affine = { a: -1, b: 0, c: 0, d: 1, e: turned.width, f: 0 };
  const placed = isFlipped ? followed(quarters, flip) : quarters;
  return angle === 0 ? placed : followed(placed, about(middleOf(turned), angle));
}

/** From pixels of a picture to those of the crop that is made from it. */
export function toCropped(crop: Crop, picture: Size): Affine {
  const { x, y } = crop.frame;
  return followed(toPlane(crop, picture), { a: 1, b: 0, c: 0, d: 1, e: -x, f: -y });
}

function middleOf({ width, height }: Size): Point {
  return { x: width / 2, y: height / 2 };
}

function centreOf({ x, y, width, height }: Frame): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Sine and cosine of an angle in degrees; exact where nothing is turned. */
function turnOf(angle: number): { sin: number; cos: number } {
  const radians = (angle * Math.PI) / 180;
  return { sin: Math.sin(radians), cos: Math.cos(radians) };
}

function about({ x, y }: Point, angle: number): Affine {
  const { sin, cos } = turnOf(angle);
  return { a: cos, b: sin, c: -sin, d: cos, e: x - cos * x + sin * y, f: y - sin * x - cos * y };
}

// Frames ------------------------------------------------------------------------------------------------------------

/** The picture in which a frame lies: its size after turning, and the angle by which it is straightened. */
export type Field = { readonly turned: Size; readonly angle: number };

/** The picture in which the frame of a crop lies. */
export function fieldOf({ turns, angle }: Crop, picture: Size): Field {
  return { turned: turnedSize(picture, turns), angle };
}

/** How far a frame reaches along the sides of the picture under it. */
function reachOf({ width, height }: Size, angle: number): Size {
  const { sin, cos } = turnOf(Math.abs(angle));
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** The size of what a straightened picture covers, with its corners. */
export function coveredSize({ turned, angle }: Field): Size {
  return reachOf(turned, angle);
}

/** The middle of a frame, seen from that of the picture, along the sides of the picture. */
function offsetIn({ turned, angle }: Field, centre: Point): Point {
  const middle = middleOf(turned);
  const { sin, cos } = turnOf(angle);
  const [x, y] = [centre.x - middle.x, centre.y - middle.y];
  return { x: cos * x + sin * y, y: cos * y - sin * x };
}

function centreAt({ turned, angle }: Field, { x, y }: Point): Point {
  const middle = middleOf(turned);
  const { sin, cos } = turnOf(angle);
  return { x: middle.x + cos * x - sin * y, y: middle.y + sin * x + cos * y };
}

/** Whether a frame lies in its picture, so that it has no empty corners. */
export function isInside(frame: Frame, field: Field): boolean {
  const reach = reachOf(frame, field.angle);
  const { x, y } = offsetIn(field, centreOf(frame));
  const beyond = field.angle === 0 ? ROUNDING : TOLERANCE;
  const { width, height } = field.turned;
  return Math.abs(x) <= (width - reach.width) / 2 + beyond && Math.abs(y) <= (height - reach.height) / 2 + beyond;
}

/** Whether a crop can be made of a picture: its frame is whole, and lies in the picture. */
export function isPossible(crop: Crop, picture: Size): boolean {
  const { x, y, width, height } = crop.frame;
  const whole = crop.angle === 0 ? [x, y, width, height] : [width, height];
  return whole.every(Number.isInteger) && Math.min(width, height) >= 1 && isInside(crop.frame, fieldOf(crop, picture));
}

/** Whether there is room in a picture for any straightened frame. */
export function canStraighten({ width, height }: Size): boolean {
  return Math.min(width, height) >= 2;
}

/** The size of the largest frame of a shape, width to height, without empty corners; not rounded. */
export function largestOf(ratio: number, { turned, angle }: Field): Size {
  const unit = reachOf({ width: ratio, height: 1 }, angle);
  const height = Math.min(turned.width / unit.width, turned.height / unit.height);
  return { width: height * ratio, height };
}

/** The greatest whole width of a frame with this height; `height` likewise with this width. */
export function longestSide(side: keyof Size, other: number, { turned, angle }: Field): number {
  const { sin, cos } = turnOf(Math.abs(angle));
  const [along, across] = side === 'width' ? [turned.width, turned.height] : [turned.height, turned.width];
  const longest = Math.min((along - other * sin) / cos, sin === 0 ? along : (across - other * cos) / sin);
  return Math.floor(longest + ROUNDING);
}

/** A frame of a size, or as large as there is room for, as near to a place as it can be. @param centre of the frame */
export function placed(size: Size, centre: Point, field: Field): Frame {
  const { turned, angle } = field;
  const full = reachOf(size, angle);
  const share = Math.min(1, turned.width / full.width, turned.height / full.height);
  const sides = wholeSides({ width: size.width * share, height: size.height * share }, field);
  const reach = reachOf(sides, angle);
  const { x, y } = offsetIn(field, centre);
  const [roomX, roomY] = [Math.max(0, turned.width - reach.width) / 2, Math.max(0, turned.height - reach.height) / 2];
  const at = centreAt(field, { x: clamp(x, -roomX, roomX), y: clamp(y, -roomY, roomY) });
  return settled({ x: at.x - sides.width / 2, y: at.y - sides.height / 2, ...sides }, field);
}

function wholeSides({ width, height }: Size, field: Field): Size {
  const wide = Math.max(1, Math.floor(width + ROUNDING));
  const high = Math.max(1, Math.min(Math.floor(height + ROUNDING), longestSide('height', wide, field)));
  return { width: Math.max(1, Math.min(wide, longestSide('width', high, field))), height: high };
}

/** A frame at whole pixels, unless the picture is straightened. */
function settled(frame: Frame, { turned, angle }: Field): Frame {
  if (angle !== 0) return frame;
  return {
    ...frame,
    x: clamp(Math.round(frame.x), 0, turned.width - frame.width),
    y: clamp(Math.round(frame.y), 0, turned.height - frame.height),
  };
}

/** The frame moved, as far as the picture reaches. */
export function movedFrame(frame: Frame, by: Point, field: Field): Frame {
  const { x, y } = centreOf(frame);
  return placed(frame, { x: x + by.x, y: y + by.y }, field);
}

/** The largest frame of a shape, as near to a frame as it can be; that frame if it is free. */
export function shapedFrame(frame: Frame, ratio: number | null, field: Field): Frame {
  return placed(ratio === null ? frame : largestOf(ratio, field), centreOf(frame), field);
}

/** Which sides of a frame are drawn, in either direction: -1 left or top, 1 right or bottom, 0 none. */
export type Handle = { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 };

/**
 * The frame with a side or corner drawn to another place, as far as the picture reaches. What is opposite stays.
 * @param ratio width to height that is kept; null for any
 */
export function drawnFrame(frame: Frame, handle: Handle, by: Point, ratio: number | null, field: Field): Frame {
  const wanted = {
    width: Math.max(1, frame.width + handle.x * by.x),
    height: Math.max(1, frame.height + handle.y * by.y),
  };
  const whole = field.angle === 0 ? Math.round : Number;
  const resized = ({ width, height }: Size): Frame => ({
    x: whole(frame.x + ((1 - handle.x) / 2) * (frame.width - width)),
    y: whole(frame.y + ((1 - handle.y) / 2) * (frame.height - height)),
    width,
    height,
  });
  if (ratio === null) {
    const wider = farthest(frame.width, wanted.width, (width) => resized({ width, height: frame.height }), field);
    return farthest(frame.height, wanted.height, (height) => resized({ width: wider.width, height }), field);
  }
  const isByHeight = handle.x === 0 || (handle.y !== 0 && wanted.width < wanted.height * ratio);
  const shaped = (width: number): Frame =>
    resized({ width, height: Math.max(1, Math.floor(width / ratio + ROUNDING)) });
  const drawn = farthest(frame.width, isByHeight ? wanted.height * ratio : wanted.width, shaped, field);
  return isInside(drawn, field) ? drawn : frame;
}

/** The frame of the whole length nearest to a wanted one that lies in the picture; frames between two that do, do. */
function farthest(from: number, to: number, frameOf: (length: number) => Frame, field: Field): Frame {
  let [inside, outside] = [from, Math.round(to)];
  if (isInside(frameOf(outside), field)) return frameOf(outside);
  while (Math.abs(outside - inside) > 1) {
    const between = Math.trunc((inside + outside) / 2);
    if (isInside(frameOf(between), field)) inside = between;
    else outside = between;
  }
  return frameOf(inside);
}

/**
 * The frame that a picture is straightened with: as large as the one before that, unless it would have empty corners, at
 * the same place of the picture, and of the same shape. @param before the frame, and the angle with which it was chosen
 */
export function straightenedFrame(before: Frame, from: Field, to: Field): Frame {
  const at = offsetIn(from, centreOf(before));
  const reach = reachOf(before, to.angle);
  const [roomX, roomY] = [to.turned.width / 2 - Math.abs(at.x), to.turned.height / 2 - Math.abs(at.y)];
  const share = Math.min(1, (2 * roomX) / reach.width, (2 * roomY) / reach.height);
  return placed({ width: before.width * share, height: before.height * share }, centreAt(to, at), to);
}

/** The crop turned by a quarter, with what was in its frame. */
export function turnedCrop(crop: Crop, picture: Size, to: 'left' | 'right'): Crop {
  const isRight = (to === 'right') !== crop.isFlipped;
  const turns = ((crop.turns + (isRight ? 1 : 3)) % 4) as QuarterTurns;
  const [before, after] = [middleOf(turnedSize(picture, crop.turns)), middleOf(turnedSize(picture, turns))];
  const centre = centreOf(crop.frame);
  const [x, y] = [centre.x - before.x, centre.y - before.y];
  const [width, height] = [crop.frame.height, crop.frame.width];
  const at = to === 'right' ? { x: after.x - y, y: after.y + x } : { x: after.x + y, y: after.y - x };
  return { ...crop, turns, frame: { x: at.x - width / 2, y: at.y - height / 2, width, height } };
}

/** The crop mirrored left to right, or top to bottom, with what was in its frame. */
export function flippedCrop(crop: Crop, picture: Size, axis: 'horizontal' | 'vertical'): Crop {
  const { width, height } = turnedSize(picture, crop.turns);
  const { frame } = crop;
  const isAcross = axis === 'horizontal';
  return {
    turns: isAcross ? crop.turns : (((crop.turns + 2) % 4) as QuarterTurns),
    isFlipped: !crop.isFlipped,
    angle: 0 - crop.angle,
    frame: {
      ...frame,
      x: isAcross ? width - frame.x - frame.width : frame.x,
      y: isAcross ? frame.y : height - frame.y - frame.height,
    },
  };
}

/** The angle at which a line of the picture is level, or upright if it is nearer to that. @param now the present angle */
export function levellingAngle(now: number, from: Point, to: Point): number {
  const slope = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const tilt = slope - 90 * Math.round(slope / 90);
  return roundedAngle(now - tilt);
}

/** The nearest angle by which a picture can be straightened. */
export function roundedAngle(angle: number): number {
  const rounded = Math.round(angle / STRAIGHTEN.step) / Math.round(1 / STRAIGHTEN.step);
  return clamp(rounded, -STRAIGHTEN.max, STRAIGHTEN.max) + 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
