// The sizes that may help where a relay refused one or answered in another shape. Pure functions.

import type { EditItem } from '../../../shared/contract/library.ts';
import type { AppError } from '../../../shared/errors.ts';
import {
  formatSize,
  parseSize,
  SIZE_PRESETS,
  type Size,
  type SizeRules,
  sizeProblem,
} from '../../../shared/images/size.ts';
import { sizeOf } from '../images-state.ts';

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

/** Sides that differ by less are of one shape: relays round them. */
const MAX_STRETCH = Math.log(1.02);

/**
 * Returns a size that may bring the picture back in its shape, where a relay answered in another one: a size in which it
 * has answered before, otherwise a common one; undefined if there is none, or the shape is as requested.
 * @param results of the same picture, with those of the same relay among them
 */
export function sizeToTry(
  { raw, request }: EditItem,
  results: readonly EditItem[],
  rules: SizeRules,
): string | undefined {
  const asked = parseSize(request.options.size ?? '');
  const isUnknown = raw.widthPx === 0 || raw.heightPx === 0;
  if (asked === undefined || isUnknown || stretch(asked, sizeOf(raw)) < MAX_STRETCH) return undefined;
  const answered = results.filter(
    (one) =>
      one.request.connectionId === request.connectionId && one.request.options.size === formatSize(sizeOf(one.raw)),
  );
  return [...answered.map((one) => formatSize(sizeOf(one.raw))), ...SIZE_PRESETS].find((text) => {
    const size = parseSize(text);
    const isLegal = size !== undefined && sizeProblem(size, rules) === undefined;
    return isLegal && text !== request.options.size && stretch(size, asked) < MAX_STRETCH;
  });
}

/** How far the shapes of two sizes are apart; 0 for the same shape. */
function stretch(a: Size, b: Size): number {
  return Math.abs(Math.log((a.width * b.height) / (a.height * b.width)));
}
