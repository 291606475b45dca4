// Makes the protected picture: locates the source in the result, composites them, and verifies that no pixel outside
// the mask changed.

import type { Corrections } from '../../../shared/contract/library.ts';
import type { UsageVerdict } from '../../../shared/images/source-usage.ts';
import { comparePictures } from '../../pixels/alignment/compare-pictures.ts';
import { NO_SHIFT, shiftedArea } from '../../pixels/alignment/shift.ts';
import type { Checkpoint } from '../../pixels/checkpoint.ts';
import { decodePixels, decodeStrips } from '../../pixels/codec/decode.ts';
import { encodeRows } from '../../pixels/codec/encode.ts';
import { type ChangeCounts, countOutsideDifferences, measureChange } from '../../pixels/compositing/change.ts';
import { makePatch, patchedRows } from '../../pixels/compositing/composite.ts';
import { bandOf } from '../../pixels/compositing/edge-blend.ts';
import { growAndFeather } from '../../pixels/compositing/feather.ts';
import type { Grain } from '../../pixels/compositing/grain.ts';
import { missingGrain } from '../../pixels/compositing/grain-measure.ts';
import { lightRange } from '../../pixels/compositing/light.ts';
import { createCorrector, matchSeam, type SeamMatch, seamError } from '../../pixels/compositing/seam.ts';
import { ringAround, ringColours } from '../../pixels/compositing/seam-ring.ts';
import { type Area, type Coverage, type Pixels, release } from '../../pixels/pixels.ts';
import { createRowResampler } from '../../pixels/resampling/resample.ts';
import { asCoverage, requireSize } from './sizes.ts';
import type { Composite, CompositeInput, OwnBytes, Report, UsageCheck, UsageCheckInput } from './tasks-contract.ts';

/** Progress at the start of each step, 0 to 1. */
const BEGINS = { comparing: 0.2, laying: 0.4, encoding: 0.55, proving: 0.8 } as const;

/** The `composite` task. @throws SizesDiffer, UndecodablePicture */
export async function composite(input: CompositeInput, checkpoint: Checkpoint, report: Report): Promise<Composite> {
  const { plan, coverage, growPx, featherPx } = input;
  const weights = coverage ? growAndFeather(asCoverage(coverage, plan.source), growPx, featherPx) : undefined;
  await checkpoint();
  const { source, result } = await decodeBoth(input, checkpoint);
  report(BEGINS.comparing);
  const counts = await measureChange(source, result, weights, input.plan, checkpoint);
  const { place, misalignment, usage } = await comparePictures(source, result, weights, input.plan, checkpoint);
  const area = shiftedArea(place, source, input.isAligned && misalignment !== null ? misalignment : NO_SHIFT);
  const seam = await joinSeam(source, result, weights, { place, area }, usage.verdict, input, checkpoint);
  report(BEGINS.laying);
  const patch = await makePatch(source, result, weights, { area, ...seam }, checkpoint);
  release(result);
  report(BEGINS.encoding);
  const bytes = await encodeRows(patchedRows(source, patch), checkpoint);
  if (patch) release(patch.pixels);
  report(BEGINS.proving);
  const outsideChangedPx = weights ? await proveOutside(source, bytes, weights, checkpoint) : 0;
  release(source);
  report(1);
  return {
    bytes,
    outsideChangedPx,
    resultWidthPx: result.width,
    resultHeightPx: result.height,
    rawChangedOutsideRatio: counts.outside > 0 ? counts.outsideChanged / counts.outside : null,
    changedRatio: changedRatioOf(counts),
    misalignment,
    used: usage,
    seamErrorBefore: seam.before,
    seamErrorAfter: seam.after,
    corrections: correctionsOf(seam),
  };
}

/**
 * In a flat picture a shift cannot be determined; a seam error above this, in levels, is then taken as the edit itself:
 * everything in another colour.
 */
const MAX_FLAT_SEAM_ERROR = 16;

type Seam = { match: SeamMatch | null; grain: Grain | null; before: number | null; after: number | null };

/**
 * Returns the changes that join the result to its source, and the seam error without any correction and with all
 * corrections. A result that does not show the source is not matched to it: its colours are what was requested.
 */
async function joinSeam(
  source: Pixels,
  result: Pixels,
  weights: Coverage | undefined,
  { place, area }: { place: Area; area: Area },
  verdict: UsageVerdict,
  choices: CompositeInput,
  checkpoint: Checkpoint,
): Promise<Seam> {
  if (weights === undefined) return { match: null, grain: null, before: null, after: null };
  const ring = ringAround(weights);
  const colours = ringColours(source, result, area, ring);
  const before = seamError(ringColours(source, result, place, ring), null);
  const isSlight = verdict === 'cannotTell' && (before ?? 0) <= MAX_FLAT_SEAM_ERROR;
  if (verdict !== 'used' && verdict !== 'partly' && !isSlight) {
    return { match: null, grain: null, before, after: seamError(colours, null) };
  }
  const blendBand = choices.isBlended ? bandOf(weights) : null;
  const match = await matchSeam(colours, { ...choices, blendBand }, checkpoint);
  const after = seamError(colours, match);
  if (!choices.isGrainMatched) return { match, grain: null, before, after };
  const { readRow } = createRowResampler(result, area, source.width, source.height);
  const correct = match && createCorrector(match, source.width);
  const grain = await missingGrain(
    source,
    (y, row, columns) => {
      readRow(y, row, columns);
      correct?.(row.subarray(4 * columns.first, 4 * columns.end), y, columns.first);
    },
    weights,
    checkpoint,
  );
  return { match, grain, before, after };
}

/** What was done, in figures that are stored. */
function correctionsOf({ match, grain }: Seam): Corrections {
  return {
    isRecoloured: (match?.curve ?? null) !== null,
    light: match?.light ? lightRange(match.light) : null,
    isBlended: (match?.blend ?? null) !== null,
    grainLevels: grain?.deviation ?? null,
  };
}

/** The `checkUsage` task: determines whether a result shows its source, without making a picture. */
export async function checkUsage(input: UsageCheckInput, checkpoint: Checkpoint): Promise<UsageCheck> {
  const weights = input.coverage ? asCoverage(input.coverage, input.plan.source) : undefined;
  const { source, result } = await decodeBoth(input, checkpoint);
  const counts = await measureChange(source, result, weights, input.plan, checkpoint);
  const { misalignment, usage } = await comparePictures(source, result, weights, input.plan, checkpoint);
  release(source);
  release(result);
  return { misalignment, used: usage, changedRatio: changedRatioOf(counts) };
}

/** The share of pixels inside the mask that changed; 0 if there are none. */
function changedRatioOf({ inside, insideChanged }: ChangeCounts): number {
  return inside > 0 ? insideChanged / inside : 0;
}

/** Decodes source and result. @throws SizesDiffer when the source does not have the planned size */
export async function decodeBoth(
  input: Pick<CompositeInput, 'source' | 'result' | 'plan'>,
  checkpoint: Checkpoint,
): Promise<{ source: Pixels; result: Pixels }> {
  const source = await decodePixels(input.source, checkpoint);
  requireSize(source, input.plan.source);
  return { source, result: await decodePixels(input.result, checkpoint) };
}

/**
 * Counts the changed pixels outside the mask. Decodes the encoded file, so that what is stored is verified, not what
 * was meant to be stored.
 */
async function proveOutside(
  source: Pixels,
  compositeFile: OwnBytes,
  weights: Coverage,
  checkpoint: Checkpoint,
): Promise<number> {
  let [count, pixels] = [0, 0];
  const take = (strip: Pixels, top: number): void => {
    count += countOutsideDifferences(source, weights, strip, top);
    pixels += strip.width * strip.height;
  };
  await decodeStrips(compositeFile, take, checkpoint);
  if (pixels !== source.width * source.height) throw new Error('The composite does not have the size of its source.');
  return count;
}
