// Turns an area of the copy into coverage of the picture, whose edge follows the colours of the picture. K. He, J. Sun:
// Fast guided filter. arXiv 1505.00996, 2015: how coverage depends on colour is found on the copy and used on the picture.

import type { Rect } from '../raster/tiles.ts';
import type { Copy, Window } from './copy.ts';
import { createGuide, type Guide } from './guide.ts';

/** How an edge is made: in squares of this radius, from so much variance of colour on, and how steep. */
const FIRM = { radiusPx: 2, even: 0.0006, steepness: 1.6 };
/** Pixels of the copy that are read around a part. */
const MARGIN_PX = 2 * FIRM.radiusPx + 1;

/** The pixels of the copy on which a part of the picture depends. @param marginPx how many there are around the part */
export function windowOf({ width, height, scaleX, scaleY }: Copy, part: Rect, marginPx: number = MARGIN_PX): Window {
  const left = Math.max(0, Math.floor(part.left / scaleX) - marginPx);
  const top = Math.max(0, Math.floor(part.top / scaleY) - marginPx);
  return {
    left,
    top,
    width: Math.min(width, Math.ceil(part.right / scaleX) + marginPx) - left,
    height: Math.min(height, Math.ceil(part.bottom / scaleY) + marginPx) - top,
  };
}

/** Coverage of a part, an edge without regard to colours, as smooth as the copy allows. */
export function plainEdge(copy: Copy, area: Uint8Array, part: Rect): Uint8Array {
  const window = windowOf(copy, part);
  const steepness = Math.max(1, Math.min(copy.scaleX, copy.scaleY));
  return evaluate(copy, window, part, [cutWindow(area, copy.width, window)], undefined, steepness);
}

/** Coverage of a part, whose edge follows the colours. @param pixels the RGBA of the part */
export function softEdge(copy: Copy, area: Uint8Array, part: Rect, pixels: Uint8ClampedArray): Uint8Array {
  const window = windowOf(copy, part);
  const guide = createGuide(copy, window, FIRM.radiusPx, FIRM.even);
  return guidedEdge(copy, window, guide, cutWindow(area, copy.width, window), part, pixels, FIRM.steepness);
}

/** Coverage of a part by that of a window around it, 0–1, as it depends on the colours there. */
export function guidedEdge(
  copy: Copy,
  window: Window,
  guide: Guide,
  values: Float32Array,
  part: Rect,
  pixels: Uint8ClampedArray,
  steepness: number,
): Uint8Array {
  const planes = guide.byColours(values);
  for (const plane of planes)
    for (let at = 0; at < plane.length; at++) plane[at] = (plane[at] ?? 0) / (guide.counts[at] ?? 1);
  return evaluate(copy, window, part, planes, pixels, steepness);
}

/** The numbers of a window. @param stride how long a row of all of them is */
export function cutWindow(
  values: ArrayLike<number>,
  stride: number,
  { left, top, width, height }: Window,
): Float32Array<ArrayBuffer> {
  const data = new Float32Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    const row = (top + y) * stride + left;
    for (let at = row; at < row + width; at++) data[to++] = values[at] ?? 0;
  }
  return data;
}

/**
 * Coverage of each pixel of a part. @param planes how it depends on red, green, blue, and the rest; or the rest alone
 */
function evaluate(
  { scaleX, scaleY }: Copy,
  window: Window,
  part: Rect,
  planes: readonly Float32Array[],
  pixels: Uint8ClampedArray | undefined,
  steepness: number,
): Uint8Array {
  const width = part.right - part.left;
  const strength = new Uint8Array(width * (part.bottom - part.top));
  const { first, second, shares } = between(part.left, width, scaleX, window.left, window.width);
  const rows = between(part.top, part.bottom - part.top, scaleY, window.top, window.height);
  const lines = planes.map(() => new Float32Array(window.width));
  const rest = lines.at(-1) ?? NONE;
  const [onRed = NONE, onGreen = NONE, onBlue = NONE] = lines;
  const [slope, start] = [255 * steepness, 255 * (0.5 - 0.5 * steepness) + 0.5];
  for (let y = 0, at = 0; y < part.bottom - part.top; y++) {
    const [above, below] = [(rows.first[y] ?? 0) * window.width, (rows.second[y] ?? 0) * window.width];
    const down = rows.shares[y] ?? 0;
    for (const [index, plane] of planes.entries()) {
      const line = lines[index] ?? NONE;
      for (let x = 0; x < window.width; x++)
        line[x] = (plane[above + x] ?? 0) * (1 - down) + (plane[below + x] ?? 0) * down;
    }
    for (let x = 0; x < width; x++, at++) {
      const left = first[x] ?? 0;
      const right = second[x] ?? 0;
      const share = shares[x] ?? 0;
      const here = 1 - share;
      let value = (rest[left] ?? 0) * here + (rest[right] ?? 0) * share;
      if (pixels !== undefined) {
        value +=
          (((onRed[left] ?? 0) * here + (onRed[right] ?? 0) * share) * (pixels[4 * at] ?? 0) +
            ((onGreen[left] ?? 0) * here + (onGreen[right] ?? 0) * share) * (pixels[4 * at + 1] ?? 0) +
            ((onBlue[left] ?? 0) * here + (onBlue[right] ?? 0) * share) * (pixels[4 * at + 2] ?? 0)) /
          255;
      }
      strength[at] = Math.min(255, Math.max(0, slope * value + start));
    }
  }
  return strength;
}

const NONE = new Float32Array(0);

/** For each pixel of a side: the two of the copy that it is between, and how far it is from the first, 0–1. */
function between(start: number, count: number, scale: number, windowStart: number, windowCount: number) {
  const [first, second] = [new Int32Array(count), new Int32Array(count)];
  const shares = new Float32Array(count);
  for (let pixel = 0; pixel < count; pixel++) {
    const position = (start + pixel + 0.5) / scale - 0.5 - windowStart;
    const at = Math.min(windowCount - 1, Math.max(0, position));
    first[pixel] = Math.floor(at);
    second[pixel] = Math.min(windowCount - 1, Math.floor(at) + 1);
    shares[pixel] = at - Math.floor(at);
  }
  return { first, second, shares };
}
