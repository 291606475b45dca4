// Resamples a result to its source, row by row and once, however it is displaced.

import type { Pixels } from '../pixels.ts';
import type { Placement } from './placement.ts';
import { createRowResampler, type RowResampler } from './resample.ts';
import { createSampler, type Sampler } from './sampler.ts';
import { shiftedArea } from './shift.ts';
import { createWarpedResampler } from './warped-rows.ts';

/** Prepares to resample the source's place in `result` to the source's size. Beyond the result its edge is repeated. */
export function createPlacedResampler(result: Pixels, placement: Placement): RowResampler {
  const { place, size, displacement } = placement;
  if (displacement.warp === null) {
    return createRowResampler(result, shiftedArea(place, size, displacement), size.width, size.height);
  }
  return createWarpedResampler(result, placement);
}

/** Reads a result at places that `locate` returns, as sharply as the resampler does. */
export function createPlacedSampler(result: Pixels, { place, size, displacement }: Placement): Sampler {
  const { scale } = displacement;
  return createSampler(result, (scale * place.width) / size.width, (scale * place.height) / size.height);
}
