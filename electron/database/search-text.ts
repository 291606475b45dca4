// How texts are indexed and searched, so that Chinese of any length is found: each CJK character is a word.

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Converts a text for the full-text index. */
export function toIndexedText(text: string): string {
  return text.normalize('NFKC').replace(CJK, ' $& ');
}

/** The words of what a person typed to search; none if nothing searchable was typed. */
export function typedWords(typed: string): string[] {
  return typed.normalize('NFKC').match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
}

/**
 * Builds an FTS5 query that finds items containing every typed word, each as a prefix, runs of CJK as a phrase.
 * @returns undefined if nothing searchable was typed.
 */
export function toMatchQuery(typed: string): string | undefined {
  const terms = typedWords(typed).map((word) => {
    const spaced = word.replace(CJK, ' $& ').trim().replace(/\s+/g, ' ');
    return `"${spaced}"*`;
  });
  return terms.length > 0 ? terms.join(' ') : undefined;
}
