// Reads a picture at any place: windowed sinc in two dimensions, colours weighted by alpha.

import type { Pixels } from '../pixels.ts';
import { phasedWeights } from './kernel.ts';

/**
 * Writes red, green, blue and alpha, 0–255 but not rounded, of a place to `out` from index `at` on. Places are in
 * continuous coordinates; beyond the picture its edge is repeated.
 */
export type Sampler = (x: number, y: number, out: Float64Array | Float32Array | Uint8ClampedArray, at: number) => void;

/** @param scaleX pixels of the picture from one place that is read to the next, about; `scaleY` likewise. */
export function createSampler({ data, width, height, isOpaque }: Pixels, scaleX: number, scaleY: number): Sampler {
  const across = phasedWeights(scaleX);
  const down = phasedWeights(scaleY);
  const columns = new Int32Array(across.taps);
  const { taps: tapsX, weights: ofX } = across;
  const { taps: tapsY, weights: ofY } = down;
  return (x, y, out, at) => {
    // Read once here, not for each pixel: the function serves many pictures, and is compiled for none of them.
    const [pixels, ofColumns, ofRows, places] = [data, ofX, ofY, columns];
    const firstX = across.firstAt(x - 0.5);
    const firstY = down.firstAt(y - 0.5);
    const weightsX = across.startAt(x - 0.5);
    const weightsY = down.startAt(y - 0.5);
    for (let tap = 0; tap < tapsX; tap++) places[tap] = 4 * Math.max(0, Math.min(width - 1, firstX + tap));
    let [red, green, blue, alpha] = [0, 0, 0, 0];
    for (let tapY = 0; tapY < tapsY; tapY++) {
      const weightY = ofRows[weightsY + tapY] ?? 0;
      if (weightY === 0) continue;
      const row = 4 * width * Math.max(0, Math.min(height - 1, firstY + tapY));
      for (let tapX = 0; tapX < tapsX; tapX++) {
        const i = row + (places[tapX] ?? 0);
        let weight = weightY * (ofColumns[weightsX + tapX] ?? 0);
        if (!isOpaque) {
          weight *= (pixels[i + 3] ?? 0) / 255;
          alpha += weight;
        }
        red += weight * (pixels[i] ?? 0);
        green += weight * (pixels[i + 1] ?? 0);
        blue += weight * (pixels[i + 2] ?? 0);
      }
    }
    const share = isOpaque ? 1 : alpha > 0 ? 1 / alpha : 0;
    out[at] = clamped(red * share);
    out[at + 1] = clamped(green * share);
    out[at + 2] = clamped(blue * share);
    out[at + 3] = isOpaque ? 255 : clamped(255 * alpha);
  };
}

function clamped(value: number): number {
  return Math.max(0, Math.min(255, value));
}
