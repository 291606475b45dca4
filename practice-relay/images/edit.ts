// Runs one edit request, from files to finished pictures. Independent of HTTP and wire formats.

import { MAX_REFERENCES_AND_RESULTS, REFERENCE_LIMITS } from '../../shared/images/limits.ts';
import { readMaskHint } from '../../shared/images/mask-hint.ts';
import type { Size } from '../../shared/images/size.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { copyOf } from '../bytes.ts';
import type { Problem } from '../errors.ts';
import { decodeMaskAlpha, decodePicture, type Fit, inspectPicture } from './codec.ts';
import { carryOut, type Outcome, type PictureFile } from './edits/carry-out.ts';
import { flattenOnWhite, makeTransparent, tint } from './edits/points.ts';
import { readInstruction } from './instruction.ts';
import { editPixels, type Picture, type Region, regionOfAlpha, regionOfHint, wholeRegion } from './picture.ts';
import { type EditRequest, refuse } from './request.ts';
import { type Circumstances, describeOutcome } from './revised-prompt.ts';
import { drawWatermark } from './watermark.ts';

/** A request whose pictures have been read and accepted. */
export type PreparedEdit = {
  request: EditRequest;
  /** The first picture, at the requested size. */
  source: Picture;
  mask: Region | undefined;
  references: readonly PictureFile[];
  fit: Fit | undefined;
  /** The number of results to make. */
  count: number;
};

/** One finished picture. */
export type EditedPicture = { picture: Picture; revisedPrompt: string };

/** Shapes that differ by less are stretched, not cropped. */
const SAME_SHAPE = 0.01;

/** Reads the pictures of a request; refuses a picture that cannot be read and a mask that does not fit. */
export async function prepareEdit(request: EditRequest): Promise<Result<PreparedEdit, Problem>> {
  const { images, size } = request;
  const files: PictureFile[] = [];
  for (const file of images) {
    const facts = await inspectPicture(file);
    if (!facts) return refuseImage(files.length + 1);
    files.push({ file, facts });
  }
  const [first, ...references] = files;
  if (!first) return refuse('image', 'image is missing.');
  const fit = fitOf(first.facts, size);
  const { instruction, boxes, annotatedImage } = readMaskHint(request.prompt);
  const hinted = boxes.length > 0 ? regionOfHint(boxes, first.facts, size, fit ?? 'fill') : undefined;
  const mask = request.mask ? await readMask(request.mask, first.facts, size, fit) : ok(hinted);
  if (!mask.ok) return mask;
  const source = await decodePicture(first.file, first.facts, size, fit ?? 'fill');
  if (!source) return refuseImage(1);
  const count = Math.min(request.variations, Math.max(1, MAX_REFERENCES_AND_RESULTS - images.length));
  return ok({
    request: { ...request, prompt: instruction },
    source,
    mask: mask.data,
    // An annotated image is a guide for models that see pictures, not material for an edit.
    references: references.filter((_, index) => index + 2 !== annotatedImage),
    fit,
    count,
  });
}

/** Makes the results one after another, and overwrites `source`. Results after the first differ slightly from it. */
export async function* makeResults(edit: PreparedEdit, signal: AbortSignal): AsyncGenerator<EditedPicture, void> {
  const { request, source: picture, mask, references } = edit;
  const outcome = await carryOut(readInstruction(request.prompt), picture, mask, references, signal);
  const background = backgroundOf(edit);
  for (let variant = 0; variant < edit.count; variant++) {
    const result = { ...picture, data: variant === edit.count - 1 ? picture.data : copyOf(picture.data) };
    finish(result, edit, outcome, background, variant);
    yield {
      picture: result,
      revisedPrompt: describeOutcome(request.prompt, outcome, {
        isMasked: mask !== undefined,
        fit: edit.fit,
        size: request.size,
        background,
        cappedTo: edit.count < request.variations ? edit.count : undefined,
        ignoredFields: request.ignoredFields,
        variant,
      }),
    };
  }
}

/** Applies the steps after the instruction, which can differ between results. */
function finish(
  result: Picture,
  { request, mask }: PreparedEdit,
  outcome: Outcome,
  background: Circumstances['background'],
  variant: number,
): void {
  const region = mask ?? wholeRegion(result);
  if (variant > 0 && outcome.done.length > 0) editPixels(result, region, tint(variant));
  if (background === 'transparent') {
    editPixels(result, region, makeTransparent);
    result.hasAlpha = true;
  }
  if (background === 'flattened') {
    editPixels(result, wholeRegion(result), flattenOnWhite);
    result.hasAlpha = false;
  }
  if (request.watermark) drawWatermark(result);
}

function backgroundOf({ request, mask, source }: PreparedEdit): Circumstances['background'] {
  if (request.background === 'opaque' && source.hasAlpha) return 'flattened';
  if (request.background !== 'transparent') return undefined;
  if (!mask) return 'needsMask';
  return request.outputFormat === 'jpeg' ? 'needsFormat' : 'transparent';
}

/** How a picture is brought to another size; undefined when it already has that size. */
function fitOf(from: Size, to: Size): Fit | undefined {
  if (from.width === to.width && from.height === to.height) return undefined;
  const ratio = from.width / from.height / (to.width / to.height);
  return Math.abs(ratio - 1) <= SAME_SHAPE ? 'fill' : 'cover';
}

async function readMask(
  file: EditRequest['images'][number],
  image: Size,
  size: Size,
  fit: Fit | undefined,
): Promise<Result<Region, Problem>> {
  const facts = await inspectPicture(file);
  if (!facts?.isPng) return refuse('mask', 'mask must be a png file.');
  if (facts.width !== image.width || facts.height !== image.height) {
    const sizes = [facts, image].map(({ width, height }) => `${width}x${height}`);
    return refuse('mask', `mask must have the size of the image: it is ${sizes[0]}, the image ${sizes[1]}.`);
  }
  if (!facts.hasAlpha) return refuse('mask', 'mask must have an alpha channel; transparent means: edit here.');
  const alpha = await decodeMaskAlpha(file, size, fit ?? 'fill');
  return alpha ? ok(regionOfAlpha(alpha, size)) : refuse('mask', 'mask is a damaged png file.');
}

function refuseImage(number: number): Result<never, Problem> {
  const formats = 'png, jpeg, webp, gif or avif';
  return fail({
    status: 400,
    message: `image ${number} is not a whole picture in ${formats} of at most ${REFERENCE_LIMITS.maxPixels / 1e6} megapixels.`,
    param: 'image',
    code: 'invalid_value',
  });
}
