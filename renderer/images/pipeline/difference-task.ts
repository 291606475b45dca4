// Draws and measures the difference between a picture and its source.

import { placeInResult } from '../../engines/pixels/alignment/scene.ts';
import type { Checkpoint } from '../../engines/pixels/checkpoint.ts';
import { encodePicture } from '../../engines/pixels/codec/encode.ts';
import { measureChange } from '../../engines/pixels/compositing/change.ts';
import { drawDifference } from '../../engines/pixels/compositing/difference.ts';
import { growAndFeather } from '../../engines/pixels/compositing/feather.ts';
import { release } from '../../engines/pixels/pixels.ts';
import { decodeBoth } from './composite-task.ts';
import { asCoverage } from './sizes.ts';
import type { Difference, DifferenceInput, Report } from './tasks-contract.ts';

/** Progress at the start of each step, 0 to 1. */
const BEGINS = { measuring: 0.3, drawing: 0.5, encoding: 0.8 } as const;

/** The `makeDifference` task. */
export async function makeDifference(
  { plan, coverage, growPx, featherPx, widthPx: width, heightPx: height, ...files }: DifferenceInput,
  checkpoint: Checkpoint,
  report: Report,
): Promise<Difference> {
  const weights = coverage
    ? await growAndFeather(asCoverage(coverage, plan.source), growPx, featherPx, checkpoint)
    : undefined;
  const { source, result } = await decodeBoth({ ...files, plan }, checkpoint);
  report(BEGINS.measuring);
  const counts = await measureChange(source, result, weights, plan, checkpoint);
  report(BEGINS.drawing);
  const drawn = await drawDifference(
    source,
    result,
    placeInResult(result, plan),
    weights,
    { width, height },
    checkpoint,
  );
  release(source);
  release(result);
  report(BEGINS.encoding);
  const bytes = await encodePicture(drawn, checkpoint);
  release(drawn);
  report(1);
  return {
    bytes,
    insideChangedRatio: counts.inside > 0 ? counts.insideChanged / counts.inside : null,
    outsideChangedRatio: counts.outside > 0 ? counts.outsideChanged / counts.outside : null,
  };
}
