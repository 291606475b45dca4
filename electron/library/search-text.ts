// How texts are indexed and asked for, so that Chinese of any length is found: CJK characters are words of their own.

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The text as it is put into the full-text index. */
export function toIndexedText(text: string): string {
  return text.normalize('NFKC').replace(CJK, ' $& ');
}

/**
 * An FTS5 query that finds items holding every word typed, each as a prefix, runs of CJK as a phrase.
 * @returns undefined when nothing searchable was typed.
 */
export function toMatchQuery(typed: string): string | undefined {
  const words = typed.normalize('NFKC').match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const terms = words.map((word) => {
    const spaced = word.replace(CJK, ' $& ').trim().replace(/\s+/g, ' ');
    return `"${spaced}"*`;
  });
  return terms.length > 0 ? terms.join(' ') : undefined;
}
