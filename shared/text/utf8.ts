// Lengths, UTF-8 sizes and repair of JavaScript strings.

const encoder = new TextEncoder();

/** Size of `text` in UTF-8 bytes; a lone surrogate counts as U+FFFD, three bytes. */
export function utf8ByteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Characters that take two units of a string. */
const PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Counts the characters of `text` as Unicode code points, so that an emoji or a rare ideograph counts as one. */
export function characterCount(text: string): number {
  return text.length - (text.match(PAIRS)?.length ?? 0);
}
