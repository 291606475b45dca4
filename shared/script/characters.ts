// Classes of characters that the functions over scripts share. All take Unicode code points.

/** Whether `code` is white space, as `String.prototype.trim` defines it. */
export function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0xa0;
  if (code >= 0x2000 && code <= 0x200a) return true;
  return (
    code === 0x3000 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x1680 ||
    code === 0xfeff
  );
}

/** Ranges of the scripts that put no space between words: Thai, Lao, Burmese, Khmer, Chinese characters, kana. */
const UNSPACED: readonly (readonly [first: number, last: number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3040, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff66, 0xff9d],
  [0x20000, 0x3ffff],
];

/** Whether `code` is a letter of a script that puts no space between words, such as Chinese. */
export function isUnspaced(code: number): boolean {
  return code >= 0x0e00 && UNSPACED.some(([first, last]) => code >= first && code <= last);
}

/** The code point that ends before offset `at` of `text`; NaN at its beginning. */
export function codePointBefore(text: string, at: number): number {
  const low = text.charCodeAt(at - 1);
  if (low < 0xdc00 || low > 0xdfff || at < 2) return low;
  const pair = text.codePointAt(at - 2) ?? low;
  return pair > 0xffff ? pair : low;
}

const SPEAKABLE = /[\p{L}\p{N}]/u;

/** Whether `text` has a letter or a digit, without which there is nothing to speak. */
export function hasSpeakable(text: string): boolean {
  return SPEAKABLE.test(text);
}
