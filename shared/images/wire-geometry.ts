// The position of a picture inside the picture on the wire, and the conversion of points between the two.

import { isSameShape, type Size } from './size.ts';

/** A rectangle in whole pixels of the picture on the wire. */
type PlacedArea = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A picture of `source` size sent as one of `wire` size: it fills `placed`, the rest is margin. */
export type WirePlan = { readonly source: Size; readonly wire: Size; readonly placed: PlacedArea };

/** A point in continuous pixel coordinates: pixel (i, j) covers i…i+1, j…j+1. */
export type Point = { readonly x: number; readonly y: number };

/**
 * Plans how a picture is placed on the wire: over the whole area when the shapes agree within a pixel, otherwise as
 * large as fits, centred (an odd remaining pixel goes right and down).
 */
export function planWire(source: Size, wire: Size): WirePlan {
  return { source, wire, placed: isSameShape(source, wire) ? { x: 0, y: 0, ...sizeOf(wire) } : contain(source, wire) };
}

/** Whether the picture is sent pixel by pixel, without scaling or margins. */
export function isIdentity(plan: WirePlan): boolean {
  return plan.source.width === plan.wire.width && plan.source.height === plan.wire.height;
}

/** By what factor the shape of a result may differ from the size that was requested, and still count as that shape. */
const SAME_SHAPE = 1.02;

/**
 * Whether a result has to be scaled to get its source's size: it has another one, and the shape that was requested. A
 * result of another shape would be distorted.
 */
export function mustBringBack({ source, wire }: WirePlan, result: Size): boolean {
  if (result.width === source.width && result.height === source.height) return false;
  return hasRequestedShape(wire, result);
}

/** Whether a result has about the shape that was requested: relays round sizes. */
export function hasRequestedShape(wire: Size, result: Size): boolean {
  const stretch = (result.width * wire.height) / (result.height * wire.width);
  return stretch <= SAME_SHAPE && stretch >= 1 / SAME_SHAPE;
}

/** The margins around a picture on the wire, in whole pixels of it; all 0 if the picture fills the size. */
export type Margins = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/**
 * Returns the margins of a plan: filled with the colours of the picture's edge, and cropped when a result comes back.
 */
export function marginsOf({ wire, placed }: WirePlan): Margins {
  return {
    left: placed.x,
    top: placed.y,
    right: wire.width - placed.x - placed.width,
    bottom: wire.height - placed.y - placed.height,
  };
}

/** Converts a point from the source to the wire. */
export function toWire(plan: WirePlan, point: Point): Point {
  const { source, placed } = plan;
  return {
    x: placed.x + (point.x * placed.width) / source.width,
    y: placed.y + (point.y * placed.height) / source.height,
  };
}

/** Converts a point from the wire to the source; points in the margin are outside the source. */
export function toSource(plan: WirePlan, point: Point): Point {
  const { source, placed } = plan;
  return {
    x: ((point.x - placed.x) * source.width) / placed.width,
    y: ((point.y - placed.y) * source.height) / placed.height,
  };
}

function contain(source: Size, wire: Size): PlacedArea {
  const isWidthFull = wire.width * source.height <= wire.height * source.width;
  const width = isWidthFull ? wire.width : scaled(source.width, wire.height, source.height, wire.width);
  const height = isWidthFull ? scaled(source.height, wire.width, source.width, wire.height) : wire.height;
  return { x: Math.floor((wire.width - width) / 2), y: Math.floor((wire.height - height) / 2), width, height };
}

/** `side * by / of` as a whole number from 1 to `most`. */
function scaled(side: number, by: number, of: number, most: number): number {
  return Math.min(most, Math.max(1, Math.round((side * by) / of)));
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
