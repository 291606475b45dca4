// The picture as it is sent: resampled to its place, with margins filled with the colours of its edge.

import type { WirePlan } from '../../../../shared/images/wire-geometry.ts';
import type { Pixels, Rows } from '../pixels.ts';
import { createRowResampler } from './resample.ts';

/** Prepares the rows of `pixels` as sent according to `plan`. */
export function wireRows(pixels: Pixels, plan: WirePlan): Rows {
  const { placed, wire } = plan;
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height };
  const resampler = createRowResampler(pixels, whole, placed.width, placed.height);
  const current = new Uint8ClampedArray(4 * placed.width);
  let loaded = -1;
  return {
    width: wire.width,
    height: wire.height,
    isOpaque: pixels.isOpaque,
    readRow: (y, row) => {
      const sourceRow = Math.max(0, Math.min(placed.height - 1, y - placed.y));
      if (sourceRow !== loaded) {
        resampler.readRow(sourceRow, current);
        loaded = sourceRow;
      }
      row.set(current, 4 * placed.x);
      repeatPixel(row, 0, placed.x, current.subarray(0, 4));
      repeatPixel(row, placed.x + placed.width, wire.width, current.subarray(current.length - 4));
    },
  };
}

function repeatPixel(row: Uint8ClampedArray, from: number, to: number, pixel: Uint8ClampedArray): void {
  for (let x = from; x < to; x++) row.set(pixel, 4 * x);
}
