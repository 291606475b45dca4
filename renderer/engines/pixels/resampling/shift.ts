// The displacement of a result against its source: a shift, and a scale around the picture's centre.

import type { Size } from '../../../../shared/images/size.ts';
import type { Area } from '../pixels.ts';

/**
 * The position at which a point of the source is found: `middle + scale × (point − middle) + (dxPx, dyPx)`, in pixels
 * of the source.
 */
export type Shift = { readonly dxPx: number; readonly dyPx: number; readonly scale: number };

export const NO_SHIFT: Shift = { dxPx: 0, dyPx: 0, scale: 1 };

/** The part of the result that contains the shifted source. @param place the part that would contain it unshifted. */
export function shiftedArea(place: Area, source: Size, { dxPx, dyPx, scale }: Shift): Area {
  return {
    x: place.x + ((source.width * (1 - scale)) / 2 + dxPx) * (place.width / source.width),
    y: place.y + ((source.height * (1 - scale)) / 2 + dyPx) * (place.height / source.height),
    width: place.width * scale,
    height: place.height * scale,
  };
}

/** `first`, followed by `second` in the picture for which `first` has been undone. */
export function combined(first: Shift, second: Shift): Shift {
  return {
    dxPx: first.dxPx + first.scale * second.dxPx,
    dyPx: first.dyPx + first.scale * second.dyPx,
    scale: first.scale * second.scale,
  };
}
