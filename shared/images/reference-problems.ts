// Checks before sending whether a reference has a problem for which relays of this kind are known to refuse it. Pure
// functions.

import type { RequestForm } from './edit-fields.ts';
import { REFERENCE_LIMITS, REQUEST_MAX_BYTES } from './limits.ts';
import type { Size } from './size.ts';

/** Why a relay may refuse a picture. `ratio` cannot be corrected without changing the visible content. */
export type ReferenceProblem = 'tooManyBytes' | 'tooManyPixels' | 'sideTooShort' | 'ratio';

/** A picture as it would be sent. */
export type SentPicture = { widthPx: number; heightPx: number; sizeBytes: number };

/**
 * Returns the first problem of a reference, or undefined. @param maxRatio the connection's limit of long to short side
 */
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

/** Returns the size at which relays accept a reference: the same shape, not enlarged unless a side is too short. */
export function fittingSize({ width, height }: Size): Size {
  const shrink = Math.min(1, Math.sqrt(REFERENCE_LIMITS.maxPixels / (width * height)));
  const grow = Math.max(1, (REFERENCE_LIMITS.sideOverPx + 1) / Math.min(width, height));
  const side = (px: number): number =>
    Math.max(REFERENCE_LIMITS.sideOverPx + 1, grow > 1 ? Math.round(px * grow) : Math.floor(px * shrink));
  return { width: side(width), height: side(height) };
}

/** Size of a request's pictures on the wire, in bytes: JSON encodes them as Base64. */
export function bodyBytes(fileBytes: number, form: RequestForm): number {
  return form === 'json' ? Math.ceil(fileBytes / 3) * 4 : fileBytes;
}

/** Size limit for each of `count` pictures, in bytes, so that the request stays within the relays' limit. */
export function fittingBytes(count: number, form: RequestForm): number {
  const room = (REQUEST_MAX_BYTES * 0.9) / Math.max(1, count);
  return Math.floor(Math.min(REFERENCE_LIMITS.maxBytes, form === 'json' ? (room * 3) / 4 : room));
}
