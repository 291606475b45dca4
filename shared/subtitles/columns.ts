// How wide a text is on screen: a narrow character takes one column, a wide one two.

/** Letters of scripts whose rows are counted in wide characters. */
const CJK_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u;
/** East Asian Width W and F, in the ranges in use, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]|\ufe0f/u;
/** East Asian Width A: wide among wide characters. */
const AMBIGUOUS = /[“”‘’…—―·]/u;

/** The most characters of a row: of narrow ones, and of wide ones where a text has Chinese, Japanese or Korean letters. */
export type RowLengths = { narrow: number; wide: number };
export const USUAL_ROW_LENGTHS: RowLengths = { narrow: 42, wide: 16 };
export const ROW_LENGTH_LIMITS = { narrow: { min: 10, max: 100 }, wide: { min: 5, max: 50 } } as const;

const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether a text has letters of Chinese, Japanese or Korean. */
export function isCjk(text: string): boolean {
  return CJK_LETTER.test(text);
}

/** The most columns of a row of a text; a wide character takes two. */
export function rowColumns(text: string, { narrow, wide }: RowLengths): number {
  return isCjk(text) ? 2 * wide : narrow;
}

/** What a person sees as single characters. Joined, they are the text. */
export function graphemesOf(text: string): string[] {
  return Array.from(graphemeSegmenter.segment(text), ({ segment }) => segment);
}

/** Columns of one grapheme: 1 or 2. @param isInCjk whether the text around it is Chinese, Japanese or Korean. */
export function columnsOf(grapheme: string, isInCjk: boolean): number {
  return WIDE.test(grapheme) || (isInCjk && AMBIGUOUS.test(grapheme)) ? 2 : 1;
}
