// The requests that a text is sent in: one, or several parts of it.

import type { Dialect } from '../connection/connections.ts';
import { hasSpeakable } from './characters.ts';
import type { Pause } from './directions.ts';
import { splitText } from './split.ts';

/** A stretch of a text: UTF-16 offsets, the end not included. */
export type TextPart = { start: number; end: number };

/** A part has at least this size, that of the longest character. */
const MIN_BYTES = 4;

/**
 * The parts that a text is requested in, in order: one, unless the text is over the limit of the connection and long texts
 * are cut there. Each part is at most `recommendedInputBytes` UTF-8 bytes long. Together they are the text; only a part
 * without a letter or digit is left out if another one has some: it would be refused, or billed for nothing.
 * 1 MB takes about 0.1 s, a text within the limit no time.
 * @param pauses in the text, in order; a part ends at each.
 */
export function partsOf(
  text: string,
  { longText, recommendedInputBytes }: Pick<Dialect, 'longText' | 'recommendedInputBytes'>,
  pauses: readonly Pause[] = [],
): TextPart[] {
  const ends = [...new Set([...pauses.map(({ at }) => Math.min(at, text.length)), text.length])];
  const limit = longText === 'whole' ? Number.POSITIVE_INFINITY : Math.max(MIN_BYTES, recommendedInputBytes);
  const parts: TextPart[] = [];
  for (const end of ends) {
    const from = parts.at(-1)?.end ?? 0;
    const stretch = text.slice(from, end);
    const texts = limit === Number.POSITIVE_INFINITY ? [stretch] : splitText(stretch, limit);
    for (const { length } of texts) {
      const start = parts.at(-1)?.end ?? 0;
      parts.push({ start, end: start + length });
    }
  }
  if (parts.length === 1) return parts;
  const textOf = ({ start, end }: TextPart): string => text.slice(start, end);
  const spoken = parts.filter((part) => hasSpeakable(textOf(part)));
  return spoken.length > 0 ? spoken : parts.filter((part) => textOf(part).trim() !== '');
}

/** How many requests a text is sent in; see `partsOf`. */
export function requestCount(text: string, dialect: Parameters<typeof partsOf>[1]): number {
  return partsOf(text, dialect).length;
}
