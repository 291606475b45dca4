// Finds the encoding of a text file from its bytes, and decodes it.

/** A byte order mark decides; the others are told apart by statistics. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** `damaged` counts the marks U+FFFD, which stand for bytes that are no characters. The text has no byte order mark. */
export type DecodedText = { text: string; encoding: TextEncoding; damaged: number };

const MARKS: readonly [TextEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
];
/** Statistics need no more. An even number, so that no 16-bit character is cut. */
const SAMPLE_BYTES = 1 << 18;
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
/** Two-byte characters of Chinese text are mostly the commonest 3755 and punctuation; traditional characters less so. */
const MIN_COMMON_GB = 0.3;
/** Bytes of GB 18030 that are in no character, for each one that is: one byte may be damaged. */
const MAX_STRAY_GB = 0.1;

/**
 * Decodes a text file. The encoding is that of its byte order mark; else UTF-16 if the bytes have control characters
 * and are usual characters in pairs; else UTF-8 if more of its multi-byte sequences are right than wrong; else GB 18030
 * if its two-byte characters are common ones; else Windows-1252. Never throws.
 * @param encoding what a person says it is, in place of this rule.
 */
export function decodeText(bytes: Uint8Array, encoding?: TextEncoding): DecodedText {
  const used = encoding ?? findEncoding(bytes);
  const text = new TextDecoder(used).decode(bytes).replace(/^\ufeff/, '');
  return { text, encoding: used, damaged: countDamage(text) };
}

function findEncoding(bytes: Uint8Array): TextEncoding {
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
  if (isUtf8(bytes)) return 'utf-8';
  return isGb(sample) ? 'gb18030' : 'windows-1252';
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

/** Whether bytes are Chinese in GB 18030. In Western text a letter with an accent and the byte after it seem to be a rare character. */
function isGb(bytes: Uint8Array): boolean {
  let [pairs, common, stray] = [0, 0, 0];
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[i + 1] ?? 0;
    if (lead > 0x80 && lead < 0xff && trail >= 0x40 && trail !== 0x7f && trail < 0xff) {
      pairs++;
      if (isCommonGb(lead, trail)) common++;
      i++;
    } else if (isFourByteGb(bytes, i)) {
      pairs++;
      i += 3;
    } else if (i + 1 < bytes.length) stray++;
  }
  return pairs > 0 && common / pairs >= MIN_COMMON_GB && stray <= 1 + pairs * MAX_STRAY_GB;
}

/** Punctuation and full-width forms, or one of the 3755 commonest characters. */
function isCommonGb(lead: number, trail: number): boolean {
  return trail >= 0xa1 && ((lead >= 0xa1 && lead <= 0xa3) || (lead >= 0xb0 && lead <= 0xd7));
}

function isFourByteGb(bytes: Uint8Array, at: number): boolean {
  const isDigit = (byte = 0): boolean => byte >= 0x30 && byte <= 0x39;
  const third = bytes[at + 2] ?? 0;
  return isDigit(bytes[at + 1]) && third > 0x80 && third < 0xff && isDigit(bytes[at + 3]);
}

function countDamage(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) count++;
  return count;
}
