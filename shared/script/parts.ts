// The requests that a text is sent in: one, or several parts of it.

import type { Dialect } from '../connection/connections.ts';
import { hasSpeakable } from './characters.ts';
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
 */
export function partsOf(
  text: string,
  { longText, recommendedInputBytes }: Pick<Dialect, 'longText' | 'recommendedInputBytes'>,
): TextPart[] {
  const whole = { start: 0, end: text.length };
  if (longText === 'whole') return [whole];
  const texts = splitText(text, Math.max(MIN_BYTES, recommendedInputBytes));
  if (texts.length === 1) return [whole];
  const parts: TextPart[] = [];
  for (const { length } of texts) {
    const start = parts.at(-1)?.end ?? 0;
    parts.push({ start, end: start + length });
  }
  const spoken = parts.filter((_, index) => hasSpeakable(texts[index] ?? ''));
  return spoken.length > 0 ? spoken : parts.filter((_, index) => texts[index]?.trim() !== '');
}

/** How many requests a text is sent in; see `partsOf`. */
export function requestCount(text: string, dialect: Parameters<typeof partsOf>[1]): number {
  return partsOf(text, dialect).length;
}
