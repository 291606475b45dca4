// Finds the encoding of a text file from its bytes, and decodes it.

import { findLegacyEncoding, LEGACY_ENCODINGS } from './find-encoding.ts';

export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', ...LEGACY_ENCODINGS] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/**
 * `damaged` counts the marks U+FFFD, which stand for bytes that are no characters; `isDoubtful` says that the encoding
 * was found, but that the text has many odd characters in it. The text has no byte order mark.
 */
export type DecodedText = { text: string; encoding: TextEncoding; damaged: number; isDoubtful: boolean };

const MARKS: readonly [TextEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
];
/** Statistics need no more. Even numbers, so that no 16-bit character is cut. */
const SAMPLE_BYTES = 1 << 18;
const LEGACY_SAMPLE_BYTES = 1 << 15;
const LINE_FEED = 0x0a;
/** Control characters that texts have: tab to carriage return, end of file, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);
/** What texts in 16-bit characters consist of. Bytes of other encodings become rarer characters. */
const USUAL_UTF_16: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x370, 0x52f],
  [0x2010, 0x203f],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff00, 0xffef],
];
/** The most frequent characters whose lower byte is zero, as all of English is in the wrong byte order. */
const USUAL_ROUND: ReadonlySet<number> = new Set([0x3000, 0x4e00]);
const MIN_USUAL_UTF_16 = 0.9;

/**
 * Decodes a text file. The encoding is that of its byte order mark; else UTF-16 if the bytes have control characters
 * and are usual characters in pairs; else UTF-8 if more of its multi-byte sequences are right than wrong; else the one
 * that `findLegacyEncoding` finds. Never throws.
 * @param encoding what a person says it is, in place of this rule.
 */
export function decodeText(bytes: Uint8Array, encoding?: TextEncoding): DecodedText {
  const found = encoding === undefined ? findEncoding(bytes) : { encoding, isDoubtful: false };
  const text = new TextDecoder(found.encoding).decode(bytes).replace(/^\ufeff/, '');
  return { text, ...found, damaged: countDamage(text) };
}

function findEncoding(bytes: Uint8Array): { encoding: TextEncoding; isDoubtful: boolean } {
  const unicode = findUnicode(bytes);
  if (unicode) return { encoding: unicode, isDoubtful: false };
  return findLegacyEncoding(rowsBeyondAscii(bytes));
}

/** The rows that have more than ASCII, wherever they are in a file: the others say nothing of its encoding. */
function rowsBeyondAscii(bytes: Uint8Array): Uint8Array {
  const rows = new Uint8Array(LEGACY_SAMPLE_BYTES);
  let [length, rowStart, isBeyond] = [0, 0, false];
  for (let i = 0; i <= bytes.length && length < rows.length; i++) {
    const byte = bytes[i] ?? LINE_FEED;
    if (byte > 0x7f) isBeyond = true;
    if (byte !== LINE_FEED) continue;
    if (isBeyond) {
      const row = bytes.subarray(rowStart, Math.min(i + 1, rowStart + rows.length - length));
      rows.set(row, length);
      length += row.length;
    }
    [rowStart, isBeyond] = [i + 1, false];
  }
  return rows.subarray(0, length);
}

/** The encoding by the byte order mark, or a Unicode one by what the bytes are. */
function findUnicode(bytes: Uint8Array): TextEncoding | undefined {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));
  if (marked) return marked[0];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (hasControls(sample)) {
    const shares = (['utf-16le', 'utf-16be'] as const).map((encoding) => ({
      encoding,
      share: usualShare(sample, encoding),
    }));
    const best = shares.reduce((a, b) => (b.share > a.share ? b : a));
    if (best.share >= MIN_USUAL_UTF_16) return best.encoding;
  }
  return isUtf8(bytes) ? 'utf-8' : undefined;
}

/** Whether there are control characters that no text in single bytes has. */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte));
}

function usualShare(bytes: Uint8Array, encoding: TextEncoding): number {
  const text = new TextDecoder(encoding).decode(bytes);
  let usual = 0;
  for (let i = 0; i < text.length; i++) if (isUsual(text.charCodeAt(i))) usual++;
  return text.length === 0 ? 0 : usual / text.length;
}

function isUsual(code: number): boolean {
  if (TEXT_CONTROLS.has(code) || USUAL_ROUND.has(code)) return true;
  return (code & 0xff) !== 0 && USUAL_UTF_16.some(([first, last]) => code >= first && code <= last);
}

/** Whether bytes are UTF-8, perhaps with some damage: other encodings have hardly any multi-byte sequence of it. */
function isUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const damaged = countDamage(text);
  if (damaged === 0) return true;
  let right = -damaged;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // The second half of a surrogate pair is of the same sequence.
    if (code > 0x7f && (code < 0xdc00 || code > 0xdfff)) right++;
  }
  return right > damaged;
}

function countDamage(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) count++;
  return count;
}
