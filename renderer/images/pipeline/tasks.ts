// The tasks of the picture worker: each reads files and masks and returns files. They run one at a time, so that memory
// stays bounded.

import { isWhole } from '../../../shared/images/cropping.ts';
import type { PictureHeader } from '../../../shared/images/headers/types.ts';
import { type Box, maskBoxes } from '../../../shared/images/mask-regions.ts';
import { addMetadata } from '../../../shared/images/metadata/add-metadata.ts';
import { carriedMetadata } from '../../../shared/images/metadata/carried-metadata.ts';
import { findMetadata } from '../../../shared/images/metadata/find-metadata.ts';
import { readPictureHeader } from '../../../shared/images/picture-header.ts';
import type { DecodedExtent } from '../../../shared/images/picture-states.ts';
import { isIdentity } from '../../../shared/images/wire-geometry.ts';
import type { Checkpoint } from '../../engines/pixels/checkpoint.ts';
import {
  decodePixels,
  isDecodedExactly,
  measurePicture,
  UndecodablePicture,
} from '../../engines/pixels/codec/decode.ts';
import { decodeExtent } from '../../engines/pixels/codec/decode-partly.ts';
import { encodePicture, encodeRows } from '../../engines/pixels/codec/encode.ts';
import { encodePng, maskRows } from '../../engines/pixels/codec/png.ts';
import { annotateRegion } from '../../engines/pixels/compositing/annotate.ts';
import { changedWeights, croppedCoverage, croppedRows, laidBackRows } from '../../engines/pixels/compositing/crop.ts';
import { cutOutRows } from '../../engines/pixels/compositing/cut-out.ts';
import { extendedRows, extensionCoverage } from '../../engines/pixels/compositing/extend.ts';
import { boundsOf } from '../../engines/pixels/mask-bounds.ts';
import { release } from '../../engines/pixels/pixels.ts';
import { toWireCoverage } from '../../engines/pixels/resampling/wire-mask.ts';
import { checkUsage, composite } from './composite-task.ts';
import { decodePart } from './decode-part.ts';
import { makeDifference } from './difference-task.ts';
import { encodeAs } from './encode-as.ts';
import { encodeWirePicture } from './encode-wire.ts';
import { asCoverage, requireSize } from './sizes.ts';
import type {
  AnnotatedImageInput,
  CoveragePlane,
  CropInput,
  CroppedPicture,
  CutOutInput,
  ExtendedPicture,
  ExtendInput,
  LayBackInput,
  OwnBytes,
  PictureTaskName,
  PictureTasks,
  Report,
  WireMaskInput,
  WirePicture,
  WirePictureInput,
  WorkingPicture,
} from './tasks-contract.ts';

type Task<Name extends PictureTaskName> = (
  input: PictureTasks[Name]['input'],
  checkpoint: Checkpoint,
  report: Report,
) => Promise<PictureTasks[Name]['output']>;

/**
 * All tasks by name. They throw UndecodablePicture, SizesDiffer, RangeError when memory is short, and what `checkpoint`
 * throws.
 */
export const TASKS: { readonly [Name in PictureTaskName]: Task<Name> } = {
  makeWorkingPicture,
  makeWirePicture,
  makeWireMask,
  composite,
  checkDecoding,
  checkUsage,
  makeDifference,
  makeAnnotatedImage,
  findMaskBoxes,
  encodeCoverage,
  decodeCoverage,
  makePng,
  encodeAs,
  extend,
  cutOut,
  crop,
  layBack,
};

async function makeWorkingPicture({ bytes }: { bytes: OwnBytes }, checkpoint: Checkpoint): Promise<WorkingPicture> {
  const header = readPictureHeader(bytes);
  if (header === undefined) throw new UndecodablePicture('The bytes are no picture.');
  if (isWorkingPicture(header) && isDecodedExactly(bytes, header)) {
    // Decoded nevertheless: a truncated file must be rejected now, not when it is edited.
    const { width, height } = await measurePicture(bytes, header);
    return { bytes: null, widthPx: width, heightPx: height };
  }
  const pixels = await decodePixels(bytes, checkpoint);
  const png = await encodePicture(pixels, checkpoint);
  release(pixels);
  const size = { widthPx: pixels.width, heightPx: pixels.height };
  return { bytes: await withDetailsOf(bytes, png, size), ...size };
}

/** Adds what the picture said of itself, for files that are made of it later; not where it was taken, as it is sent. */
async function withDetailsOf(
  original: OwnBytes,
  png: OwnBytes,
  size: { widthPx: number; heightPx: number },
): Promise<OwnBytes> {
  const read = async (at: number, count: number): Promise<Uint8Array> => original.subarray(at, at + count);
  const { exif = null, density = null } = await findMetadata({ sizeBytes: original.length, read });
  const carried = carriedMetadata({ exif, density }, false, { ...size, orientation: 1, hasProfile: false });
  return carried === undefined ? png : addMetadata(png, carried);
}

async function extend({ bytes, margins, fill }: ExtendInput, checkpoint: Checkpoint): Promise<ExtendedPicture> {
  const pixels = await decodePixels(bytes, checkpoint);
  const png = await encodeRows(extendedRows(pixels, margins, fill), checkpoint);
  release(pixels);
  const { data: coverage, width: widthPx, height: heightPx } = extensionCoverage(pixels, margins);
  return { bytes: await withDetailsOf(bytes, png, { widthPx, heightPx }), coverage, widthPx, heightPx };
}

async function cutOut({ bytes, coverage }: CutOutInput, checkpoint: Checkpoint): Promise<{ bytes: OwnBytes }> {
  const pixels = await decodePixels(bytes, checkpoint);
  const { width: widthPx, height: heightPx } = pixels;
  const png = await encodeRows(cutOutRows(pixels, asCoverage(coverage, pixels)), checkpoint);
  release(pixels);
  return { bytes: await withDetailsOf(bytes, png, { widthPx, heightPx }) };
}

async function crop({ bytes, crop: to, coverage, from }: CropInput, checkpoint: Checkpoint): Promise<CroppedPicture> {
  const pixels = await decodePixels(bytes, checkpoint);
  const { width: widthPx, height: heightPx } = to.frame;
  const png = isWhole(to, pixels) ? null : await encodeRows(croppedRows(pixels, to), checkpoint);
  release(pixels);
  const mask =
    coverage === null ? null : await croppedCoverage(asCoverage(coverage, from.frame), from, to, pixels, checkpoint);
  return {
    bytes: png && (await withDetailsOf(bytes, png, { widthPx, heightPx })),
    coverage: mask !== null && boundsOf(mask) !== undefined ? mask.data : null,
    widthPx,
    heightPx,
  };
}

async function layBack(
  { bytes, result, crop: from }: LayBackInput,
  checkpoint: Checkpoint,
): Promise<{ bytes: OwnBytes }> {
  const pixels = await decodePixels(bytes, checkpoint);
  const laid = await decodePixels(result, checkpoint);
  requireSize(laid, from.frame);
  const weights = from.angle === 0 ? null : await changedWeights(pixels, laid, from, checkpoint);
  const png = await encodeRows(laidBackRows(pixels, laid, from, weights), checkpoint);
  release(pixels);
  release(laid);
  return { bytes: await withDetailsOf(bytes, png, { widthPx: pixels.width, heightPx: pixels.height }) };
}

async function checkDecoding({ bytes }: { bytes: OwnBytes }): Promise<{ extent: DecodedExtent }> {
  return { extent: await decodeExtent(bytes) };
}

/** Whether a file is already an upright 8-bit sRGB picture in a format that relays accept. */
function isWorkingPicture(header: PictureHeader): boolean {
  const isPlain = header.orientation === 1 && header.bitDepth <= 8 && !header.hasProfile && !header.isAnimated;
  const isCmyk = header.format === 'jpeg' && header.components === 4;
  return isPlain && !isCmyk && ['png', 'jpeg', 'webp'].includes(header.format);
}

async function makeWirePicture(input: WirePictureInput, checkpoint: Checkpoint): Promise<WirePicture> {
  const { bytes, part, plan, maxBytes } = input;
  if (!part && isIdentity(plan) && bytes.length <= maxBytes) return { bytes: null, mime: null };
  const pixels = await decodePart(bytes, part, checkpoint);
  requireSize(pixels, plan.source);
  const sent = await encodeWirePicture(pixels, plan, input, checkpoint);
  release(pixels);
  return sent;
}

async function makeWireMask(
  { coverage, plan, isSoft }: WireMaskInput,
  checkpoint: Checkpoint,
): Promise<{ bytes: OwnBytes }> {
  const sent = await toWireCoverage(asCoverage(coverage, plan.source), plan, isSoft, checkpoint);
  return { bytes: await encodePng(maskRows(sent, isSoft), checkpoint) };
}

async function makeAnnotatedImage(
  { bytes, part, coverage, plan, maxBytes }: AnnotatedImageInput,
  checkpoint: Checkpoint,
): Promise<{ bytes: OwnBytes; mime: 'image/png' | 'image/jpeg' }> {
  const mask = asCoverage(coverage, plan.source);
  const pixels = await decodePart(bytes, part, checkpoint);
  requireSize(pixels, plan.source);
  await annotateRegion(pixels, mask, checkpoint);
  await checkpoint();
  const annotated = await encodeWirePicture(pixels, plan, { format: 'png', maxBytes }, checkpoint);
  release(pixels);
  return annotated;
}

function findMaskBoxes({ coverage, widthPx: width, heightPx: height }: CoveragePlane): Promise<{ boxes: Box[] }> {
  return Promise.resolve({ boxes: maskBoxes(asCoverage(coverage, { width, height }).data, { width, height }) });
}

async function encodeCoverage(
  { coverage, widthPx: width, heightPx: height }: CoveragePlane,
  checkpoint: Checkpoint,
): Promise<{ bytes: OwnBytes }> {
  return { bytes: await encodePng(maskRows(asCoverage(coverage, { width, height }), true), checkpoint) };
}

async function decodeCoverage(
  { bytes, part }: PictureTasks['decodeCoverage']['input'],
  checkpoint: Checkpoint,
): Promise<CoveragePlane> {
  const pixels = await decodePart(bytes, part, checkpoint);
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
