// Reads a picture at any place: windowed sinc in two dimensions, colours weighted by alpha.

import type { Pixels } from '../pixels.ts';
import { type PhasedWeights, phasedWeights } from './kernel.ts';

/**
 * Writes red, green, blue and alpha, 0–255 but not rounded, of a place to `out` from index `at` on. Places are in
 * continuous coordinates; beyond the picture its edge is repeated.
 */
export type Sampler = (x: number, y: number, out: Float64Array | Float32Array | Uint8ClampedArray, at: number) => void;

/** @param scaleX pixels of the picture from one place that is read to the next, about; `scaleY` likewise. */
export function createSampler(picture: Pixels, scaleX: number, scaleY: number): Sampler {
  const across = phasedWeights(scaleX);
  const down = phasedWeights(scaleY);
  return picture.isOpaque ? opaqueSampler(picture, across, down) : samplerWithAlpha(picture, across, down);
}

/** Reads each pixel at once, as a number whose lowest byte is red: most of the time goes into reading. */
function opaqueSampler({ data, width, height }: Pixels, across: PhasedWeights, down: PhasedWeights): Sampler {
  const words = new Int32Array(data.buffer, data.byteOffset, width * height);
  const columns = new Int32Array(across.taps);
  return (x, y, out, at) => {
    const firstY = down.firstAt(y - 0.5);
    const weightsX = across.startAt(x - 0.5);
    const weightsY = down.startAt(y - 0.5);
    fillColumns(columns, across.firstAt(x - 0.5), width);
    let [red, green, blue] = [0, 0, 0];
    for (let tapY = 0; tapY < down.taps; tapY++) {
      const weightY = down.weights[weightsY + tapY] ?? 0;
      const row = width * Math.max(0, Math.min(height - 1, firstY + tapY));
      let [redOfRow, greenOfRow, blueOfRow] = [0, 0, 0];
      for (let tapX = 0; tapX < columns.length; tapX++) {
        const weight = across.weights[weightsX + tapX] ?? 0;
        const word = words[row + (columns[tapX] ?? 0)] ?? 0;
        redOfRow += weight * (word & 255);
        greenOfRow += weight * ((word >> 8) & 255);
        blueOfRow += weight * ((word >> 16) & 255);
      }
      red += weightY * redOfRow;
      green += weightY * greenOfRow;
      blue += weightY * blueOfRow;
    }
    out[at] = clamped(red);
    out[at + 1] = clamped(green);
    out[at + 2] = clamped(blue);
    out[at + 3] = 255;
  };
}

function samplerWithAlpha({ data, width, height }: Pixels, across: PhasedWeights, down: PhasedWeights): Sampler {
  const columns = new Int32Array(across.taps);
  return (x, y, out, at) => {
    const firstY = down.firstAt(y - 0.5);
    const weightsX = across.startAt(x - 0.5);
    const weightsY = down.startAt(y - 0.5);
    fillColumns(columns, across.firstAt(x - 0.5), width);
    let [red, green, blue, alpha] = [0, 0, 0, 0];
    for (let tapY = 0; tapY < down.taps; tapY++) {
      const weightY = (down.weights[weightsY + tapY] ?? 0) / 255;
      const row = width * Math.max(0, Math.min(height - 1, firstY + tapY));
      for (let tapX = 0; tapX < columns.length; tapX++) {
        const i = 4 * (row + (columns[tapX] ?? 0));
        const weight = weightY * (across.weights[weightsX + tapX] ?? 0) * (data[i + 3] ?? 0);
        alpha += weight;
        red += weight * (data[i] ?? 0);
        green += weight * (data[i + 1] ?? 0);
        blue += weight * (data[i + 2] ?? 0);
      }
    }
    const share = alpha > 0 ? 1 / alpha : 0;
    out[at] = clamped(red * share);
    out[at + 1] = clamped(green * share);
    out[at + 2] = clamped(blue * share);
    out[at + 3] = clamped(255 * alpha);
  };
}

/** The columns that contribute: beyond the picture the one at its edge. */
function fillColumns(columns: Int32Array, first: number, width: number): void {
  for (let tap = 0; tap < columns.length; tap++) columns[tap] = Math.max(0, Math.min(width - 1, first + tap));
}

function clamped(value: number): number {
  return Math.max(0, Math.min(255, value));
}
