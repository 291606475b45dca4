// Applies an instruction to a picture, clause by clause, and records the outcome of each. Independent of requests and
// reply texts.

import { setImmediate } from 'node:timers/promises';
import type { Bytes } from '../../bytes.ts';
import type { PictureFacts } from '../codec.ts';
import type { Clause, Edit } from '../instruction.ts';
import { editPixels, type Picture, type Region, wholeRegion } from '../picture.ts';
import { blurRegion } from './blur.ts';
import { eraseRegion } from './erase.ts';
import { brighten, darken, fillWith, recolourTo, toGrayscale } from './points.ts';
import { replaceRegion } from './replace.ts';

/** Why a part of the instruction was not done. */
export type Reason =
  | 'unclear'
  | 'noColour'
  | 'keepNeedsMask'
  | 'eraseNeedsMask'
  | 'needsMask'
  | 'allMasked'
  | 'emptyMask'
  | 'noPicture'
  | 'damagedPicture';

/** The outcome of an instruction, in the order of its clauses. */
export type Outcome = { done: Edit[]; undone: { text: string; reason: Reason }[] };

/** A picture file with the facts in its header. */
export type PictureFile = { file: Bytes; facts: PictureFacts };

const LACKS = { colour: 'noColour', unclear: 'unclear' } as const;

/**
 * Changes the picture in place, inside the region only.
 * @param mask the region to edit; undefined: everywhere.
 * @param references the pictures after the first: picture 2, 3 …
 * @throws the signal's reason, between two edits.
 */
export async function carryOut(
  clauses: readonly Clause[],
  picture: Picture,
  mask: Region | undefined,
  references: readonly PictureFile[],
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], undone: [] };
  for (const { text, edits, lack } of clauses) {
    // A mask protects everything outside it without a request to keep it.
    if (lack === 'keep' && !mask) outcome.undone.push({ text, reason: 'keepNeedsMask' });
    if (lack === 'colour' || lack === 'unclear') outcome.undone.push({ text, reason: LACKS[lack] });
    for (const edit of edits) {
      // Lets the thread receive the message that stops the job.
      await setImmediate();
      signal.throwIfAborted();
      const problem = await apply(edit, picture, mask, references, signal);
      if (problem === undefined) outcome.done.push(edit);
      else outcome.undone.push({ text, reason: problem });
    }
  }
  return outcome;
}

async function apply(
  edit: Edit,
  picture: Picture,
  mask: Region | undefined,
  references: readonly PictureFile[],
  signal: AbortSignal,
): Promise<Reason | undefined> {
  const region = mask ?? wholeRegion(picture);
  if (region.areaPx === 0) return 'emptyMask';
  switch (edit.kind) {
    case 'erase':
    case 'continue':
      if (!mask) return edit.kind === 'erase' ? 'eraseNeedsMask' : 'needsMask';
      if (mask.areaPx === picture.width * picture.height) return 'allMasked';
      await eraseRegion(picture, mask, signal);
      return undefined;
    case 'replace': {
      const reference = references[edit.picture - 2];
      if (!reference) return 'noPicture';
      return (await replaceRegion(picture, region, reference)) ? undefined : 'damagedPicture';
    }
    case 'blur':
      await blurRegion(picture, region);
      return undefined;
    case 'fill':
      editPixels(picture, region, fillWith(edit.colour));
      return undefined;
    case 'recolour':
      editPixels(picture, region, recolourTo(edit.colour));
      return undefined;
    case 'grayscale':
      editPixels(picture, region, toGrayscale);
      return undefined;
    case 'brighten':
      editPixels(picture, region, brighten);
      return undefined;
    case 'darken':
      editPixels(picture, region, darken);
      return undefined;
  }
}
