// Resamples a result to its source, row by row and once, however it is displaced.

import type { Pixels } from '../pixels.ts';
import { locateRow, type Placement } from './placement.ts';
import { createRowResampler, type RowResampler } from './resample.ts';
import { createSampler, type Sampler } from './sampler.ts';
import { shiftedArea } from './shift.ts';

/** Prepares to resample the source's place in `result` to the source's size. Beyond the result its edge is repeated. */
export function createPlacedResampler(result: Pixels, placement: Placement): RowResampler {
  const { place, size, displacement } = placement;
  if (displacement.warp === null) {
    return createRowResampler(result, shiftedArea(place, size, displacement), size.width, size.height);
  }
  const sample = createPlacedSampler(result, placement);
  const atX = new Float64Array(size.width);
  const atY = new Float64Array(size.width);
  return {
    readRow(y, row, { first, end } = { first: 0, end: size.width }) {
      locateRow(placement, y + 0.5, { stepPx: 1, first, end }, atX, atY);
      for (let x = first; x < end; x++) sample(atX[x] ?? 0, atY[x] ?? 0, row, 4 * x);
    },
  };
}

/** Reads a result at places that `locate` returns, as the resampler does. */
export function createPlacedSampler(result: Pixels, { place, size, displacement }: Placement): Sampler {
  const { scale } = displacement;
  return createSampler(result, (scale * place.width) / size.width, (scale * place.height) / size.height);
}
