// File names that are valid on every system.

const MAX_CHARACTERS = 120;
const MAX_BYTES = 240;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
/** Path separators, characters that Windows refuses, control and bidirectional formatting characters. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const encoder = new TextEncoder();

/**
 * Makes a file name from a text that a person wrote: NFC, without forbidden characters, short enough for every file
 * system.
 * @param stem name without extension; may be any text.
 * @param extension without a dot.
 */
export function safeFileName(stem: string, extension: string): string {
  const clean = stem.toWellFormed().normalize('NFC').replace(FORBIDDEN, ' ').replace(/\s+/g, ' ');
  let short = '';
  let characters = 0;
  for (const character of clean) {
    if (characters++ >= MAX_CHARACTERS || encoder.encode(short + character).length > MAX_BYTES - extension.length - 1)
      break;
    short += character;
  }
  const trimmed = short.replace(/^[\s.]+|[\s.]+$/g, '');
  return `${trimmed === '' || RESERVED.test(trimmed) ? `untitled ${trimmed}`.trim() : trimmed}.${extension}`;
}
