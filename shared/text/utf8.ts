// UTF-8 sizes and repair of JavaScript strings.

const encoder = new TextEncoder();

/** Size of `text` in UTF-8 bytes; a lone surrogate counts as U+FFFD, three bytes. */
export function utf8ByteLength(text: string): number {
  return encoder.encode(text).length;
}
