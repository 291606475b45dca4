// How texts are indexed and searched, so that Chinese of any length is found: each CJK character is a word.

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Converts a text for the full-text index. */
export function toIndexedText(text: string): string {
  return text.normalize('NFKC').replace(CJK, ' $& ');
}

/**
 * Whether a text has every typed word, each as the beginning of a word, runs of CJK anywhere: for texts that are not in
 * the index. False if nothing searchable was typed.
 */
export function hasTypedWords(text: string, typed: string): boolean {
  const words = wordsOf(typed).map(plainWords).filter(Boolean);
  const all = ` ${plainWords(text)}`;
  return words.length > 0 && words.every((word) => all.includes(` ${word}`));
}

/** Its words as the index has them, without case and marks, separated by one space. */
function plainWords(text: string): string {
  const plain = toIndexedText(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? '';
}

/** Builds an FTS5 query that finds items with these words one after another; undefined if none is searchable. */
export function toPhraseQuery(text: string): string | undefined {
  const words = wordsOf(toIndexedText(text));
  return words.length > 0 ? `"${words.join(' ')}"` : undefined;
}

function wordsOf(text: string): string[] {
  return text.normalize('NFKC').match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
}

/**
 * Builds an FTS5 query that finds items containing every typed word, each as a prefix, runs of CJK as a phrase.
 * @returns undefined if nothing searchable was typed.
 */
export function toMatchQuery(typed: string): string | undefined {
  const terms = withoutBeginnings(wordsOf(typed)).map((word) => {
    const spaced = word.replace(CJK, ' $& ').trim().replace(/\s+/g, ' ');
    return `"${spaced}"*`;
  });
  return terms.length > 0 ? terms.join(' ') : undefined;
}

/** The words without those that another one begins with: they find nothing less, and each costs as much as it finds. */
function withoutBeginnings(words: readonly string[]): string[] {
  const byPlain = new Map(words.map((word) => [plainWords(word), word]));
  const sorted = [...byPlain.keys()].sort();
  // Whatever begins with a word follows it at once.
  const isNeeded = (plain: string, at: number): boolean => plain === '' || !sorted[at + 1]?.startsWith(plain);
  return sorted.filter(isNeeded).map((plain) => byPlain.get(plain) ?? plain);
}
