// What relays of this kind are known to refuse in a reference, told before it is sent. Pure.

import type { RequestForm } from './edit-fields.ts';
import { MAX_REFERENCES_AND_RESULTS, REFERENCE_LIMITS, REQUEST_MAX_BYTES } from './limits.ts';
import type { Size } from './size.ts';

/** Why a relay may refuse a picture. `ratio` cannot be mended without changing what is seen. */
export type ReferenceProblem = 'tooManyBytes' | 'tooManyPixels' | 'sideTooShort' | 'ratio';

/** A picture as it would be sent. */
export type SentPicture = { widthPx: number; heightPx: number; sizeBytes: number };

/** The first thing wrong with a reference, or undefined. @param maxRatio the connection's limit of long to short side */
export function referenceProblem(
  { widthPx, heightPx, sizeBytes }: SentPicture,
  maxRatio: number,
): ReferenceProblem | undefined {
  const [short, long] = [Math.min(widthPx, heightPx), Math.max(widthPx, heightPx)];
  if (long > short * maxRatio) return 'ratio';
  if (short <= REFERENCE_LIMITS.sideOverPx) return 'sideTooShort';
  if (widthPx * heightPx > REFERENCE_LIMITS.maxPixels) return 'tooManyPixels';
  return sizeBytes > REFERENCE_LIMITS.maxBytes ? 'tooManyBytes' : undefined;
}

/** The size a reference is brought to so that relays take it: the same shape, never larger than it was but for a side too short. */
export function fittingSize({ width, height }: Size): Size {
  const shrink = Math.min(1, Math.sqrt(REFERENCE_LIMITS.maxPixels / (width * height)));
  const grow = Math.max(1, (REFERENCE_LIMITS.sideOverPx + 1) / Math.min(width, height));
  const side = (px: number): number =>
    Math.max(REFERENCE_LIMITS.sideOverPx + 1, grow > 1 ? Math.round(px * grow) : Math.floor(px * shrink));
  return { width: side(width), height: side(height) };
}

/** Bytes of a request's pictures on the wire: JSON carries them as Base64. */
export function bodyBytes(fileBytes: number, form: RequestForm): number {
  return form === 'json' ? Math.ceil(fileBytes / 3) * 4 : fileBytes;
}

/** Largest file each of `count` pictures may have so that a request stays within what relays take. */
export function fittingBytes(count: number, form: RequestForm): number {
  const room = (REQUEST_MAX_BYTES * 0.9) / Math.max(1, count);
  return Math.floor(Math.min(REFERENCE_LIMITS.maxBytes, form === 'json' ? (room * 3) / 4 : room));
}

/** Whether pictures and results of one request are more than relays count. */
export function isOverCount(pictures: number, results: number): boolean {
  return pictures + results > MAX_REFERENCES_AND_RESULTS;
}
