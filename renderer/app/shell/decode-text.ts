// Decodes the bytes of a text file: by its byte order mark, otherwise as UTF-8, otherwise in the encoding of older
// Chinese editors.

/**
 * Returns the text, with line ends as `\n` and without a byte order mark. Never fails, because GB 18030 accepts any
 * bytes.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = bytes[0] === 0xff && bytes[1] === 0xfe ? decode(bytes, 'utf-16le') : decodeUnmarked(bytes);
  return text.replace(/\r\n?/g, '\n');
}

function decodeUnmarked(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decode(bytes, 'gb18030');
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}
