// The part of picture 1 that the next edit sends. Pure functions.

import { choosePart, isReducedMuch, type PartLimits, type PicturePart } from '../../../shared/images/detail.ts';
import { MIN_PIXELS } from '../../../shared/images/limits.ts';
import type { Box } from '../../../shared/images/mask-regions.ts';
import {
  DEFAULT_SIZE_RULES,
  parseTier,
  type Size,
  type SizeChoice,
  type SizeRules,
} from '../../../shared/images/size.ts';
import { type EditChoices, resolveSize } from './edit-options.ts';

/** Under a limit as close to the least size, hardly any shape but a square has a legal size. */
const HARDLY_ANY_SHAPE = 1.02 * MIN_PIXELS;

/** The part of a picture that is sent instead of it; null for the whole. @param mask the bounds of its mask, if it has one */
export function detailPart(
  picture: Size,
  mask: Box | null,
  { detail, contextRatio, size }: Pick<EditChoices, 'detail' | 'contextRatio' | 'size'>,
  rules: SizeRules,
): PicturePart | null {
  if (mask === null || detail === 'off') return null;
  const { wire, problem } = resolveSize(size, picture, rules);
  if (problem !== null || (detail === 'auto' && !isReducedMuch(picture, wire))) return null;
  return choosePart(picture, mask, limitsOf(size, wire, rules), contextRatio);
}

function limitsOf(choice: SizeChoice, wire: Size, rules: SizeRules): PartLimits {
  const { maxPixels, maxRatio } = rules;
  const tier = choice.kind === 'size' && rules.hasSizeTiers ? parseTier(choice.text) : undefined;
  // The relay chooses the shape of a tier word by that of the picture.
  if (tier !== undefined)
    return { maxPixels: wire.width * wire.height, maxRatio: DEFAULT_SIZE_RULES.maxRatio, shape: null };
  if (choice.kind !== 'match') return { maxPixels: wire.width * wire.height, maxRatio, shape: wire };
  if (maxPixels < HARDLY_ANY_SHAPE) return { maxPixels, maxRatio, shape: { width: 1, height: 1 } };
  return { maxPixels, maxRatio, shape: null };
}
