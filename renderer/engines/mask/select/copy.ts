// A small copy of a picture, on which what a person means is looked for.

import type { Size } from '../../../../shared/images/size.ts';
import type { Work } from '../painting/operation.ts';
import type { PictureRows } from '../painting/wand.ts';

/** The copy: at most {@link MAX_AREA_PX} pixels, row by row. */
export type Copy = {
  readonly width: number;
  readonly height: number;
  /** Picture pixels for each pixel of the copy, at least 1. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** RGBA, colours not multiplied by alpha. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
  /**
   * CIE Lab under D65, three bytes: 2.55 L, a + 128, b + 128. What is transparent has a colour that nothing else has.
   */
  readonly lab: Uint8Array<ArrayBuffer>;
};

/** A part of the copy. */
export type Window = { left: number; top: number; width: number; height: number };

const MAX_AREA_PX = 1_000_000;
/** A yield for about so many pixels that were read. */
const SLICE_PX = 100_000;

/** Copies a picture of a size. @param rows the picture, or a smaller version of it that is not smaller than the copy */
export function* makeCopy(rows: PictureRows, { width, height }: Size): Work<Copy> {
  const scale = Math.max(1, Math.sqrt((width * height) / MAX_AREA_PX));
  const sides = { width: Math.max(1, Math.floor(width / scale)), height: Math.max(1, Math.floor(height / scale)) };
  const rgba = new Uint8ClampedArray(4 * sides.width * sides.height);
  const lab = new Uint8Array(3 * sides.width * sides.height);
  const columnOf = columns(rows.widthPx, sides.width);
  const sums = new Float32Array(5 * sides.width);
  const slice = Math.max(1, Math.floor(SLICE_PX / rows.widthPx));
  for (let y = 0; y < sides.height; y++) {
    const [top, bottom] = span(y, rows.heightPx, sides.height);
    sums.fill(0);
    for (let row = top; row < bottom; row += slice)
      addRows(rows.read(row, Math.min(slice, bottom - row)), rows.widthPx, columnOf, sums);
    writeRow(sums, sides.width, y, rgba);
    if (y % Math.max(1, Math.floor(slice / (bottom - top))) === 0) yield (0.9 * y) / sides.height;
  }
  toLab(rgba, lab);
  return { ...sides, scaleX: width / sides.width, scaleY: height / sides.height, rgba, lab };
}

/** How many times a picture can be halved before it is smaller than its copy. */
export function levelOfCopy({ width, height }: Size): number {
  return Math.max(0, Math.floor(Math.log2((width * height) / MAX_AREA_PX) / 2));
}

/** The rows or columns of a picture that one of its copy is made of; at least one. */
function span(at: number, from: number, to: number): [start: number, end: number] {
  const start = Math.floor((at * from) / to);
  return [start, Math.max(start + 1, Math.floor(((at + 1) * from) / to))];
}

function columns(from: number, to: number): Uint16Array | Uint32Array {
  const of = new Uint32Array(from);
  for (let x = 0; x < to; x++) {
    const [start, end] = span(x, from, to);
    of.fill(x, start, end);
  }
  return of;
}

function addRows(pixels: Uint8ClampedArray, width: number, columnOf: ArrayLike<number>, sums: Float32Array): void {
  for (let at = 0, x = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    const to = 5 * (columnOf[x] ?? 0);
    sums[to] = (sums[to] ?? 0) + (pixels[at] ?? 0) * alpha;
    sums[to + 1] = (sums[to + 1] ?? 0) + (pixels[at + 1] ?? 0) * alpha;
    sums[to + 2] = (sums[to + 2] ?? 0) + (pixels[at + 2] ?? 0) * alpha;
    sums[to + 3] = (sums[to + 3] ?? 0) + alpha;
    sums[to + 4] = (sums[to + 4] ?? 0) + 1;
    x += 1;
    if (x === width) x = 0;
  }
}

function writeRow(sums: Float32Array, width: number, y: number, rgba: Uint8ClampedArray): void {
  for (let x = 0; x < width; x++) {
    const alpha = sums[5 * x + 3] ?? 0;
    const to = 4 * (y * width + x);
    for (let c = 0; c < 3; c++) rgba[to + c] = alpha === 0 ? 0 : (sums[5 * x + c] ?? 0) / alpha;
    rgba[to + 3] = alpha / Math.max(1, sums[5 * x + 4] ?? 1);
  }
}

/** The colour of what is transparent, outside of what a screen shows. */
const TRANSPARENT = [128, 0, 0] as const;
const LINEAR = Float32Array.from({ length: 256 }, (_none, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
/** The curve of Lab for 0–1, in steps. */
const CURVE_STEPS = 4096;
const CURVE = Float32Array.from({ length: CURVE_STEPS + 2 }, (_none, step) => {
  const t = step / CURVE_STEPS;
  return t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116;
});

/** Writes the Lab of RGBA pixels; see {@link Copy}. */
function toLab(rgba: Uint8ClampedArray, lab: Uint8Array): void {
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const [red, green, blue] = [
      LINEAR[rgba[from] ?? 0] ?? 0,
      LINEAR[rgba[from + 1] ?? 0] ?? 0,
      LINEAR[rgba[from + 2] ?? 0] ?? 0,
    ];
    const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
    const y = curve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
    const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
    const share = (rgba[from + 3] ?? 0) / 255;
    lab[to] = mix(TRANSPARENT[0], 2.55 * (116 * y - 16), share);
    lab[to + 1] = mix(TRANSPARENT[1], 128 + 500 * (x - y), share);
    lab[to + 2] = mix(TRANSPARENT[2], 128 + 200 * (y - z), share);
  }
}

function curve(t: number): number {
  return CURVE[(t * CURVE_STEPS + 0.5) | 0] ?? 1;
}

function mix(from: number, to: number, share: number): number {
  return Math.min(255, Math.max(0, Math.round(from + (to - from) * share)));
}
