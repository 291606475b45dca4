// The tasks of the picture worker: each takes files and masks, and gives files. One at a time, so that memory stays bounded.

import type { PictureHeader } from '../../../shared/images/headers/types.ts';
import { readPictureHeader } from '../../../shared/images/picture-header.ts';
import type { Size } from '../../../shared/images/size.ts';
import { isIdentity } from '../../../shared/images/wire-geometry.ts';
import { countOutsideDifferences, measureChange } from '../../pixels/change.ts';
import type { Checkpoint } from '../../pixels/checkpoint.ts';
import { compositeInto } from '../../pixels/composite.ts';
import { decodePixels, isDecodedExactly, measurePicture, UndecodablePicture } from '../../pixels/decode.ts';
import { encodePicture } from '../../pixels/encode.ts';
import { growAndFeather } from '../../pixels/feather.ts';
import { type Coverage, release } from '../../pixels/pixels.ts';
import { encodePng, maskRows } from '../../pixels/png.ts';
import { toWireCoverage } from '../../pixels/wire-mask.ts';
import { encodeWirePicture } from './encode-wire.ts';
import type {
  Composite,
  CompositeInput,
  CoveragePlane,
  OwnBytes,
  PictureTaskName,
  PictureTasks,
  WireMaskInput,
  WirePicture,
  WirePictureInput,
  WorkingPicture,
} from './tasks-contract.ts';

/** Files, masks and plan do not belong to one picture. */
export class SizesDiffer extends Error {}

type Task<Name extends PictureTaskName> = (
  input: PictureTasks[Name]['input'],
  checkpoint: Checkpoint,
) => Promise<PictureTasks[Name]['output']>;

/** All tasks by name. @throws UndecodablePicture, SizesDiffer, RangeError when memory is short, and what `checkpoint` throws. */
export const TASKS: { readonly [Name in PictureTaskName]: Task<Name> } = {
  makeWorkingPicture,
  makeWirePicture,
  makeWireMask,
  composite,
  encodeCoverage,
  decodeCoverage,
  makePng,
};

async function makeWorkingPicture({ bytes }: { bytes: OwnBytes }, checkpoint: Checkpoint): Promise<WorkingPicture> {
  const header = readPictureHeader(bytes);
  if (header === undefined) throw new UndecodablePicture('The bytes are no picture.');
  if (isWorkingPicture(header) && isDecodedExactly(bytes, header)) {
    // Decoded all the same: a file cut in its middle has to be refused now, not when it is edited.
    const { width, height } = await measurePicture(bytes, header);
    return { bytes: null, widthPx: width, heightPx: height };
  }
  const pixels = await decodePixels(bytes, checkpoint);
  const png = await encodePicture(pixels, checkpoint);
  release(pixels);
  return { bytes: png, widthPx: pixels.width, heightPx: pixels.height };
}

/** Whether a file is an upright 8-bit sRGB picture already, in a format relays take. */
function isWorkingPicture(header: PictureHeader): boolean {
  const isPlain = header.orientation === 1 && header.bitDepth <= 8 && !header.hasProfile && !header.isAnimated;
  const isCmyk = header.format === 'jpeg' && header.components === 4;
  return isPlain && !isCmyk && ['png', 'jpeg', 'webp'].includes(header.format);
}

async function makeWirePicture(input: WirePictureInput, checkpoint: Checkpoint): Promise<WirePicture> {
  const { bytes, plan, maxBytes } = input;
  if (isIdentity(plan) && bytes.length <= maxBytes) return { bytes: null, mime: null };
  const pixels = await decodePixels(bytes, checkpoint);
  requireSize(pixels, plan.source);
  const sent = await encodeWirePicture(pixels, plan, input, checkpoint);
  release(pixels);
  return sent;
}

async function makeWireMask(
  { coverage, plan, isSoft }: WireMaskInput,
  checkpoint: Checkpoint,
): Promise<{ bytes: OwnBytes }> {
  const mask = asCoverage(coverage, plan.source);
  const sent = isIdentity(plan) ? mask : toWireCoverage(mask, plan, isSoft);
  return { bytes: await encodePng(maskRows(sent, isSoft), checkpoint) };
}

async function composite(input: CompositeInput, checkpoint: Checkpoint): Promise<Composite> {
  const { plan, coverage, growPx, featherPx } = input;
  const weights = coverage ? growAndFeather(asCoverage(coverage, plan.source), growPx, featherPx) : undefined;
  await checkpoint();
  const made = await layOver(input, weights, checkpoint);
  const outsideChangedPx = weights ? await proveOutside(input.source, made.bytes, weights, checkpoint) : 0;
  return { ...made, outsideChangedPx };
}

async function layOver(
  { source: sourceFile, result: resultFile, plan }: CompositeInput,
  weights: Coverage | undefined,
  checkpoint: Checkpoint,
): Promise<Omit<Composite, 'outsideChangedPx'>> {
  const source = await decodePixels(sourceFile, checkpoint);
  requireSize(source, plan.source);
  const result = await decodePixels(resultFile, checkpoint);
  const counts = await measureChange(source, result, weights, plan, checkpoint);
  const laid = await compositeInto(source, result, weights, plan, checkpoint);
  release(result);
  const bytes = await encodePicture(laid, checkpoint);
  release(laid);
  return {
    bytes,
    resultWidthPx: result.width,
    resultHeightPx: result.height,
    rawChangedOutsideRatio: counts.outside > 0 ? counts.outsideChanged / counts.outside : null,
    insideChangedRatio: counts.inside > 0 ? counts.insideChanged / counts.inside : null,
  };
}

/** Reads both files anew: what is promised is judged by the file that leaves, not by what was meant to be in it. */
async function proveOutside(
  sourceFile: OwnBytes,
  compositeFile: OwnBytes,
  weights: Coverage,
  checkpoint: Checkpoint,
): Promise<number> {
  const source = await decodePixels(sourceFile, checkpoint);
  const found = await decodePixels(compositeFile, checkpoint);
  const count = countOutsideDifferences(source, found, weights);
  release(source);
  release(found);
  return count;
}

async function encodeCoverage(
  { coverage, widthPx: width, heightPx: height }: CoveragePlane,
  checkpoint: Checkpoint,
): Promise<{ bytes: OwnBytes }> {
  return { bytes: await encodePng(maskRows(asCoverage(coverage, { width, height }), true), checkpoint) };
}

async function decodeCoverage({ bytes }: { bytes: OwnBytes }, checkpoint: Checkpoint): Promise<CoveragePlane> {
  const pixels = await decodePixels(bytes, checkpoint);
  const coverage = new Uint8Array(pixels.width * pixels.height);
  for (let i = 0; i < coverage.length; i++) coverage[i] = 255 - (pixels.data[4 * i + 3] ?? 255);
  release(pixels);
  return { coverage, widthPx: pixels.width, heightPx: pixels.height };
}

async function makePng({ bytes }: { bytes: OwnBytes }, checkpoint: Checkpoint): Promise<{ bytes: OwnBytes }> {
  const pixels = await decodePixels(bytes, checkpoint);
  const png = await encodePicture(pixels, checkpoint);
  release(pixels);
  return { bytes: png };
}

function asCoverage(data: OwnBytes, { width, height }: Size): Coverage {
  if (data.length !== width * height) throw new SizesDiffer('The mask is not as large as its picture.');
  return { data, width, height };
}

function requireSize(found: Size, planned: Size): void {
  if (found.width !== planned.width || found.height !== planned.height) {
    throw new SizesDiffer('The picture is not as large as planned.');
  }
}
