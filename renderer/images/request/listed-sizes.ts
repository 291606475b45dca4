// The sizes that a relay lists when it refuses another one. Pure functions.

import type { AppError } from '../../../shared/errors.ts';
import { formatSize, parseSize, type Size, type SizeRules, sizeProblem } from '../../../shared/images/size.ts';

/** Most sizes that are offered. */
const MAX_OFFERED = 4;
const SIZE = /(?<!\d)\d{2,6}\s*[x×*]\s*\d{2,6}(?!\d)/giu;

/**
 * Returns the sizes that a refusal names beside the one that was sent and that may be sent, those of the picture's shape
 * first, at most four; empty if the error is no refusal.
 * @param sent the `size` field of the request
 */
export function listedSizes(error: AppError, sent: string | null, picture: Size, rules: SizeRules): readonly string[] {
  const { relayMessage } = error.details;
  if (error.code !== 'relay.bad_request' || typeof relayMessage !== 'string') return [];
  const named = [...relayMessage.matchAll(SIZE)].flatMap(([text]) => parseSize(text) ?? []);
  const legal = named.filter((size) => formatSize(size) !== sent && sizeProblem(size, rules) === undefined);
  const offered = legal.toSorted(
    (a, b) => stretch(a, picture) - stretch(b, picture) || b.width * b.height - a.width * a.height,
  );
  return [...new Set(offered.map(formatSize))].slice(0, MAX_OFFERED);
}

/** How far the shapes of two sizes are apart; 0 for the same shape. */
function stretch(a: Size, b: Size): number {
  return Math.abs(Math.log((a.width * b.height) / (a.height * b.width)));
}
