// Makes the protected picture: locates the source in the result, composites them, and verifies that no pixel outside
// the mask changed.

import type { Corrections } from '../../../shared/contract/library.ts';
import type { PicturePart } from '../../../shared/images/detail.ts';
import type { UsageVerdict } from '../../../shared/images/source-usage.ts';
import { comparePictures } from '../../engines/pixels/alignment/compare-pictures.ts';
import type { Checkpoint } from '../../engines/pixels/checkpoint.ts';
import { decodePixels, decodeStrips } from '../../engines/pixels/codec/decode.ts';
import { encodeRows } from '../../engines/pixels/codec/encode.ts';
import { type ChangeCounts, countOutsideDifferences, measureChange } from '../../engines/pixels/compositing/change.ts';
import { chooseJoin, type Join, seamProof } from '../../engines/pixels/compositing/choose-join.ts';
import { makePatch, patchedRows, patchInWhole } from '../../engines/pixels/compositing/composite.ts';
import { bandOf } from '../../engines/pixels/compositing/edge-blend.ts';
import { fadeAtEdges, growAndFeather } from '../../engines/pixels/compositing/feather.ts';
import type { Grain } from '../../engines/pixels/compositing/grain.ts';
import { missingGrain, type ReadRow } from '../../engines/pixels/compositing/grain-measure.ts';
import { lightRange } from '../../engines/pixels/compositing/light.ts';
import { createCorrector, matchSeam, type SeamMatch, seamError } from '../../engines/pixels/compositing/seam.ts';
import { keptRing, type Ring, ringAround } from '../../engines/pixels/compositing/seam-ring.ts';
import { cropPixels } from '../../engines/pixels/crop.ts';
import { type Coverage, type Pixels, release } from '../../engines/pixels/pixels.ts';
import { createPlacedResampler } from '../../engines/pixels/resampling/placed-rows.ts';
import type { Displacement } from '../../engines/pixels/resampling/placement.ts';
import { decodePart } from './decode-part.ts';
import { asCoverage, requirePart, requireSize } from './sizes.ts';
import type { Composite, CompositeInput, OwnBytes, Report, UsageCheck, UsageCheckInput } from './tasks-contract.ts';

/** How far from the edge of a part a grown mask fades, in pixels. */
const FADE_PX = 48;

/** Progress at the start of each step, 0 to 1. */
const BEGINS = { comparing: 0.2, laying: 0.4, encoding: 0.55, proving: 0.8 } as const;

/** The `composite` task. @throws SizesDiffer, UndecodablePicture */
export async function composite(
  input: CompositeInput,
  checkpoint: Checkpoint,
  report: Report,
): Promise<Composite | UsageCheck> {
  const [{ whole, source, result }, mask] = await Promise.all([
    decodeBoth(input, checkpoint),
    prepareMask(input, checkpoint),
  ]);
  const weights = mask?.weights;
  report(BEGINS.comparing);
  const counts = await measureChange(source, result, weights, input.plan, checkpoint);
  const proof = seamProof(source, result, async () => mask?.ring, checkpoint);
  const found = await comparePictures(source, result, weights, input.plan, proof, checkpoint);
  const { place, misalignment, usage } = found;
  if (found.isElsewhere) {
    releaseAll(whole, source, result);
    return { misalignment, used: usage, changedRatio: changedRatioOf(counts) };
  }
  const isShown = usage.verdict === 'used' || usage.verdict === 'partly';
  const joinInput = {
    source,
    result,
    ring: mask && isShown ? keptRing(mask.ring, source, usage.blocks ?? []) : mask?.ring,
    place,
    misalignment,
    isAligned: input.isAligned,
    isMatched: (errorBefore: number | null) => input.isSeamMatched && isMatchable(usage.verdict, errorBefore),
  };
  const join = await chooseJoin(joinInput, checkpoint);
  await checkpoint();
  const choices = isMatchable(usage.verdict, join.errorBefore) ? input : UNCORRECTED;
  const seam = await matchAll(source, result, weights, join, choices, checkpoint);
  report(BEGINS.laying);
  const laid = paintedOver(weights, input);
  const patch = await makePatch(source, result, laid, { ...join, ...seam }, checkpoint);
  release(result);
  report(BEGINS.encoding);
  const placed = patch && input.part ? patchInWhole(patch, input.part) : patch;
  const bytes = await encodeRows(patchedRows(whole, placed), checkpoint);
  if (patch) release(patch.pixels);
  report(BEGINS.proving);
  const masked = laid ?? (input.part ? fullCoverage(input.part) : undefined);
  const outsideChangedPx = masked ? await proveOutside(whole, bytes, masked, input.part, checkpoint) : 0;
  releaseAll(whole, source);
  report(1);
  return {
    bytes,
    outsideChangedPx,
    resultWidthPx: result.width,
    resultHeightPx: result.height,
    rawChangedOutsideRatio: counts.outside > 0 ? counts.outsideChanged / counts.outside : null,
    changedRatio: changedRatioOf(counts),
    misalignment: join.misalignment && { ...join.misalignment, isBetterUndone: join.isBetterUndone },
    used: usage,
    seamErrorBefore: join.errorBefore,
    seamErrorAfter: join.colours && seamError(join.colours, seam.match),
    corrections: correctionsOf(seam),
  };
}

function fullCoverage({ width, height }: PicturePart): Coverage {
  return { data: new Uint8Array(width * height).fill(255), width, height };
}

function releaseAll(...all: readonly Pixels[]): void {
  for (const one of new Set(all)) release(one);
}

/** What is left of the mask, or of the whole picture, where the source is painted back: `mask × (1 − paintedBack)`. */
function paintedOver(mask: Coverage | undefined, input: Pick<CompositeInput, 'paintedBack' | 'plan'>) {
  if (!input.paintedBack) return mask;
  const left = asCoverage(input.paintedBack, input.plan.source);
  const { data } = left;
  for (let i = 0; i < data.length; i++) data[i] = Math.round(((mask?.data[i] ?? 255) * (255 - (data[i] ?? 0))) / 255);
  return left;
}

/** The mask as it is composited, and the ring around it: made while the decoders, which have threads of their own, run. */
async function prepareMask(
  input: Pick<CompositeInput, 'coverage' | 'part' | 'plan' | 'growPx' | 'featherPx'>,
  checkpoint: Checkpoint,
): Promise<{ weights: Coverage; ring: Ring } | undefined> {
  const { coverage, part, plan, growPx, featherPx } = input;
  if (coverage === null) return undefined;
  const painted = asCoverage(coverage, plan.source);
  const weights = await growAndFeather(painted, growPx, featherPx, checkpoint);
  if (part && weights !== painted) fadeAtEdges(weights, painted, FADE_PX);
  await checkpoint();
  return { weights, ring: await ringAround(weights, checkpoint) };
}

/**
 * In a flat picture a shift cannot be determined; a seam error above this, in levels, is then taken as the edit itself:
 * everything in another colour.
 */
const MAX_FLAT_SEAM_ERROR = 16;

/**
 * Whether a result is changed so that it joins its source, given the seam's error before. A result that does not show
 * the source is not: its colours are what was requested.
 */
function isMatchable(verdict: UsageVerdict, seamErrorBefore: number | null): boolean {
  if (verdict === 'cannotTell') return (seamErrorBefore ?? 0) <= MAX_FLAT_SEAM_ERROR;
  return verdict === 'used' || verdict === 'partly';
}

/** How a result is changed so that it joins its source. */
type Seam = { match: SeamMatch | null; grain: Grain | null };

type SeamInput = Pick<CompositeInput, 'isSeamMatched' | 'isLightMatched' | 'isGrainMatched' | 'isBlended'>;
const UNCORRECTED: SeamInput = { isSeamMatched: false, isLightMatched: false, isGrainMatched: false, isBlended: false };

async function matchAll(
  source: Pixels,
  result: Pixels,
  weights: Coverage | undefined,
  { placement, colours }: Pick<Join<Displacement>, 'placement' | 'colours'>,
  choices: SeamInput,
  checkpoint: Checkpoint,
): Promise<Seam> {
  if (weights === undefined || colours === null) return { match: null, grain: null };
  const blendBand = choices.isBlended ? bandOf(weights) : null;
  const match = await matchSeam(colours, { ...choices, blendBand }, checkpoint);
  if (!choices.isGrainMatched) return { match, grain: null };
  const { readRow } = createPlacedResampler(result, placement);
  const correct = match && createCorrector(match, source.width);
  const readEdit: ReadRow = (y, row, columns) => {
    readRow(y, row, columns);
    correct?.(row.subarray(4 * columns.first, 4 * columns.end), y, columns.first);
  };
  return { match, grain: await missingGrain(source, readEdit, weights, checkpoint) };
}

/** What was done, in figures that are stored. */
function correctionsOf({ match, grain }: Seam): Corrections {
  return {
    isRecoloured: (match?.curve ?? null) !== null,
    light: match?.light ? lightRange(match.light) : null,
    isBlended: (match?.blend ?? null) !== null,
    grain,
  };
}

/** The `checkUsage` task: determines whether a result shows its source, without making a picture. */
export async function checkUsage(input: UsageCheckInput, checkpoint: Checkpoint): Promise<UsageCheck> {
  const weights = input.coverage ? asCoverage(input.coverage, input.plan.source) : undefined;
  const [source, result] = await Promise.all([
    decodePart(input.source, input.part, checkpoint),
    decodePixels(input.result, checkpoint),
  ]);
  requireSize(source, input.plan.source);
  const counts = await measureChange(source, result, weights, input.plan, checkpoint);
  const proof = seamProof(source, result, async () => weights && ringAround(weights, checkpoint), checkpoint);
  const { misalignment, usage } = await comparePictures(source, result, weights, input.plan, proof, checkpoint);
  releaseAll(source, result);
  return { misalignment, used: usage, changedRatio: changedRatioOf(counts) };
}

/** The share of pixels inside the mask that changed; 0 if there are none. */
function changedRatioOf({ inside, insideChanged }: ChangeCounts): number {
  return inside > 0 ? insideChanged / inside : 0;
}

/**
 * Decodes the working picture and the result, at the same time. `source` is the part that was sent, or the whole itself.
 * @throws SizesDiffer when the source does not have the planned size
 */
export async function decodeBoth(
  input: Pick<CompositeInput, 'source' | 'result' | 'part' | 'plan'>,
  checkpoint: Checkpoint,
): Promise<{ whole: Pixels; source: Pixels; result: Pixels }> {
  const [whole, result] = await Promise.all([
    decodePixels(input.source, checkpoint),
    decodePixels(input.result, checkpoint),
  ]);
  if (input.part) requirePart(whole, input.part);
  const source = input.part ? cropPixels(whole, input.part) : whole;
  requireSize(source, input.plan.source);
  return { whole, source, result };
}

/**
 * Counts the changed pixels outside the mask. Decodes the encoded file, so that what is stored is verified, not what
 * was meant to be stored.
 */
async function proveOutside(
  source: Pixels,
  compositeFile: OwnBytes,
  weights: Coverage,
  part: PicturePart | null | undefined,
  checkpoint: Checkpoint,
): Promise<number> {
  let [count, pixels] = [0, 0];
  const take = (strip: Pixels, top: number): void => {
    count += countOutsideDifferences(source, weights, strip, top, part ?? undefined);
    pixels += strip.width * strip.height;
  };
  await decodeStrips(compositeFile, source.isOpaque, take, checkpoint);
  if (pixels !== source.width * source.height) throw new Error('The composite does not have the size of its source.');
  return count;
}
