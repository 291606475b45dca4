// Describes numbers of a picture, such as coverage, by its colours: in each square as the nearest linear function of them.
// K. He, J. Sun, X. Tang: Guided image filtering. PAMI 35 (6), 2013.

import type { Copy, Window } from './copy.ts';
import { boxSum } from './planes.ts';

/** The colours of a window of the copy, prepared. All arrays have a number for each of its pixels. */
export type Guide = {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue, 0–1. */
  readonly colours: Colours;
  /** In how many squares each pixel is. */
  readonly counts: Float32Array;
  /**
   * How numbers depend on red, green and blue, and the rest: for each pixel the sum over all squares that it is in.
   */
  byColours: (values: Float32Array) => ByColours;
};

type Numbers = Float32Array<ArrayBuffer>;
type Colours = readonly [red: Numbers, green: Numbers, blue: Numbers];
type ByColours = readonly [red: Numbers, green: Numbers, blue: Numbers, rest: Numbers];

/** @param radius of the squares, in pixels of the copy; `even`: the variance of colour, 0–1, below which it says nothing */
export function createGuide({ rgba, width: stride }: Copy, window: Window, radius: number, even: number): Guide {
  const { width, height } = window;
  const size = width * height;
  const make = (): Numbers => new Float32Array(size);
  const summed = (data: Numbers): Numbers => {
    boxSum({ data, width, height }, radius);
    return data;
  };
  const product = (one: Float32Array, two: Float32Array): Numbers => {
    const data = make();
    for (let at = 0; at < size; at++) data[at] = (one[at] ?? 0) * (two[at] ?? 0);
    return summed(data);
  };
  const colours = [0, 1, 2].map((channel) => {
    const data = make();
    for (let y = 0, to = 0; y < height; y++) {
      const row = (window.top + y) * stride + window.left;
      for (let at = row; at < row + width; at++) data[to++] = (rgba[4 * at + channel] ?? 0) / 255;
    }
    return data;
  }) as [Numbers, Numbers, Numbers];
  const [red, green, blue] = colours;
  const counts = summed(make().fill(1));
  const [r, g, b] = [summed(red.slice()), summed(green.slice()), summed(blue.slice())];
  const [rr, rg, rb] = [product(red, red), product(red, green), product(red, blue)];
  const [gg, gb, bb] = [product(green, green), product(green, blue), product(blue, blue)];
  // In place of the covariances of colour their inverse, a symmetric matrix.
  for (let at = 0; at < size; at++) {
    const share = 1 / (counts[at] ?? 1);
    const mr = (r[at] ?? 0) * share;
    const mg = (g[at] ?? 0) * share;
    const mb = (b[at] ?? 0) * share;
    const a11 = (rr[at] ?? 0) * share - mr * mr + even;
    const a12 = (rg[at] ?? 0) * share - mr * mg;
    const a13 = (rb[at] ?? 0) * share - mr * mb;
    const a22 = (gg[at] ?? 0) * share - mg * mg + even;
    const a23 = (gb[at] ?? 0) * share - mg * mb;
    const a33 = (bb[at] ?? 0) * share - mb * mb + even;
    const i11 = a22 * a33 - a23 * a23;
    const i12 = a13 * a23 - a12 * a33;
    const i13 = a12 * a23 - a13 * a22;
    const scale = 1 / (a11 * i11 + a12 * i12 + a13 * i13);
    rr[at] = scale * i11;
    rg[at] = scale * i12;
    rb[at] = scale * i13;
    gg[at] = scale * (a11 * a33 - a13 * a13);
    gb[at] = scale * (a12 * a13 - a11 * a23);
    bb[at] = scale * (a11 * a22 - a12 * a12);
    r[at] = mr;
    g[at] = mg;
    b[at] = mb;
  }
  const byColours = (values: Float32Array): ByColours => {
    const rest = summed(Float32Array.from(values));
    const [onRed, onGreen, onBlue] = [product(red, values), product(green, values), product(blue, values)];
    for (let at = 0; at < size; at++) {
      const share = 1 / (counts[at] ?? 1);
      const mr = r[at] ?? 0;
      const mg = g[at] ?? 0;
      const mb = b[at] ?? 0;
      const mean = (rest[at] ?? 0) * share;
      const c1 = (onRed[at] ?? 0) * share - mr * mean;
      const c2 = (onGreen[at] ?? 0) * share - mg * mean;
      const c3 = (onBlue[at] ?? 0) * share - mb * mean;
      const kr = (rr[at] ?? 0) * c1 + (rg[at] ?? 0) * c2 + (rb[at] ?? 0) * c3;
      const kg = (rg[at] ?? 0) * c1 + (gg[at] ?? 0) * c2 + (gb[at] ?? 0) * c3;
      const kb = (rb[at] ?? 0) * c1 + (gb[at] ?? 0) * c2 + (bb[at] ?? 0) * c3;
      onRed[at] = kr;
      onGreen[at] = kg;
      onBlue[at] = kb;
      rest[at] = mean - kr * mr - kg * mg - kb * mb;
    }
    return [summed(onRed), summed(onGreen), summed(onBlue), summed(rest)];
  };
  return { width, height, colours, counts, byColours };
}
