// How much of each pixel is of a thing with hair: coverage that depends on colour as evenly as it can.
// A. Levin, D. Lischinski, Y. Weiss: A closed-form solution to natural image matting. PAMI 30 (2), 2008; with the squares
// and the way to compute them of K. He, J. Sun, X. Tang: Fast matting using large kernel matting Laplacian matrices. CVPR
// 2010.

import type { Guide } from './guide.ts';

const ROUNDS = 24;
/** The share of the first error at which it is good enough. */
const ENOUGH = 1e-3;

/**
 * Computes coverage 0–1 of the pixels in a band by conjugate gradients.
 * @param known coverage of all pixels; that in the band is a guess
 * @param isOpen 1 for each pixel in the band
 * @param trust how much the guess counts against what colours say; 1 is much
 */
export function matte(guide: Guide, known: Float32Array, isOpen: Uint8Array, trust: number): Float32Array<ArrayBuffer> {
  const found = Float32Array.from(known);
  // The guess agrees with itself.
  const rest = unevenness(guide, found, isOpen, 0).map((value) => -value);
  const direction = rest.slice();
  let error = product(rest, rest);
  const enough = ENOUGH ** 2 * error;
  for (let round = 0; round < ROUNDS && error > enough; round++) {
    const along = unevenness(guide, direction, isOpen, trust);
    const step = error / Math.max(1e-12, product(direction, along));
    for (let at = 0; at < found.length; at++) {
      found[at] = (found[at] ?? 0) + step * (direction[at] ?? 0);
      rest[at] = (rest[at] ?? 0) - step * (along[at] ?? 0);
    }
    const next = product(rest, rest);
    for (let at = 0; at < found.length; at++) direction[at] = (rest[at] ?? 0) + (next / error) * (direction[at] ?? 0);
    error = next;
  }
  return found.map((value) => Math.min(1, Math.max(0, value)));
}

/** The matting Laplacian of numbers, and what draws them to 0: how far each is from what all squares say, in the band. */
function unevenness(
  { byColours, colours, counts }: Guide,
  values: Float32Array,
  isOpen: Uint8Array,
  trust: number,
): Float32Array {
  const [onRed, onGreen, onBlue, rest] = byColours(values);
  const [red, green, blue] = colours;
  for (let at = 0; at < values.length; at++) {
    const said =
      (onRed[at] ?? 0) * (red[at] ?? 0) +
      (onGreen[at] ?? 0) * (green[at] ?? 0) +
      (onBlue[at] ?? 0) * (blue[at] ?? 0) +
      (rest[at] ?? 0);
    rest[at] = isOpen[at] === 1 ? ((counts[at] ?? 0) + trust) * (values[at] ?? 0) - said : 0;
  }
  return rest;
}

function product(one: Float32Array, two: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (two[at] ?? 0);
  return sum;
}
