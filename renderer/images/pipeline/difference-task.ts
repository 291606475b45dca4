// Draws and measures the difference between a picture and its source.

import type { PicturePart } from '../../../shared/images/detail.ts';
import type { Size } from '../../../shared/images/size.ts';
import { placeInResult } from '../../engines/pixels/alignment/scene.ts';
import type { Checkpoint } from '../../engines/pixels/checkpoint.ts';
import { encodePicture } from '../../engines/pixels/codec/encode.ts';
import { measureChange } from '../../engines/pixels/compositing/change.ts';
import { drawDifference } from '../../engines/pixels/compositing/difference.ts';
import { growAndFeather } from '../../engines/pixels/compositing/feather.ts';
import { type Pixels, release } from '../../engines/pixels/pixels.ts';
import { decodeBoth } from './composite-task.ts';
import { asCoverage } from './sizes.ts';
import type { Difference, DifferenceInput, Report } from './tasks-contract.ts';

/** Progress at the start of each step, 0 to 1. */
const BEGINS = { measuring: 0.3, drawing: 0.5, encoding: 0.8 } as const;

/** The `makeDifference` task. */
export async function makeDifference(
  { part = null, plan, coverage, growPx, featherPx, widthPx: width, heightPx: height, ...files }: DifferenceInput,
  checkpoint: Checkpoint,
  report: Report,
): Promise<Difference> {
  const weights = coverage
    ? await growAndFeather(asCoverage(coverage, plan.source), growPx, featherPx, checkpoint)
    : undefined;
  const { whole, source, result } = await decodeBoth({ ...files, part, plan }, checkpoint);
  report(BEGINS.measuring);
  const counts = await measureChange(source, result, weights, plan, checkpoint);
  report(BEGINS.drawing);
  const place = part ? placeInDrawing(whole, part, { width, height }) : { x: 0, y: 0, width, height };
  const changed = await drawDifference(source, result, placeInResult(result, plan), weights, place, checkpoint);
  release(result);
  if (whole !== source) release(source);
  const drawn = part ? laidInto(await drawUnchanged(whole, { width, height }, checkpoint), changed, place) : changed;
  release(whole);
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

/** Where a part of a picture lies in a drawing of the whole, in whole pixels of the drawing. */
function placeInDrawing(picture: Size, part: PicturePart, drawing: Size): PicturePart {
  const scaled = (px: number, from: number, to: number): number => Math.round((px * to) / from);
  const range = (start: number, length: number, from: number, to: number): [number, number] => {
    const first = Math.min(to - 1, scaled(start, from, to));
    return [first, Math.max(1, scaled(start + length, from, to) - first)];
  };
  const [x, width] = range(part.x, part.width, picture.width, drawing.width);
  const [y, height] = range(part.y, part.height, picture.height, drawing.height);
  return { x, y, width, height };
}

/** The drawing of a picture in which nothing changed. */
function drawUnchanged(picture: Pixels, size: Size, checkpoint: Checkpoint): Promise<Pixels> {
  const area = { x: 0, y: 0, width: picture.width, height: picture.height };
  return drawDifference(picture, picture, area, undefined, size, checkpoint);
}

/** Lays the drawing of a part into that of the whole. */
function laidInto(whole: Pixels, part: Pixels, { x, y }: { x: number; y: number }): Pixels {
  for (let row = 0; row < part.height; row++) {
    const line = part.data.subarray(4 * row * part.width, 4 * (row + 1) * part.width);
    whole.data.set(line, 4 * ((y + row) * whole.width + x));
  }
  release(part);
  return whole;
}
