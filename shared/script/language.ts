// The language of a text, as far as its letters tell.

/** How many UTF-16 units at the beginning of a text are looked at. */
const LOOKED_AT = 600;

/** Letters that tell a language, by ranges of UTF-16 units; what is in none of them tells nothing. */
const LETTERS: readonly (readonly [language: string, first: number, last: number])[] = [
  ['en', 0x41, 0x5a],
  ['en', 0x61, 0x7a],
  ['en', 0xc0, 0x24f],
  ['el', 0x370, 0x3ff],
  ['ru', 0x400, 0x52f],
  ['he', 0x590, 0x5ff],
  ['ar', 0x600, 0x6ff],
  ['hi', 0x900, 0x97f],
  ['th', 0xe00, 0xe7f],
  ['ja', 0x3040, 0x30ff],
  ['zh', 0x3400, 0x9fff],
  // The first halves of rare Chinese characters.
  ['zh', 0xd840, 0xd888],
  ['ko', 0xac00, 0xd7a3],
];
/** Languages of voices that are not written in Latin letters. */
const NOT_LATIN = new Set(LETTERS.map(([language]) => language).filter((language) => language !== 'en'));
/** About as much is said with one letter of these as with so many Latin ones. */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ['zh', 3],
  ['ja', 3],
  ['ko', 3],
]);

/** For each UTF-16 unit the place of its language in `LETTERS`, plus 1; 0 if it tells nothing. */
const LANGUAGE_OF = new Uint8Array(0x10000);
for (const [index, [, first, last]] of LETTERS.entries()) LANGUAGE_OF.fill(index + 1, first, last + 1);

/**
 * Guesses the language of `text` by the letters that most of its beginning is written in: a first subtag of BCP 47, or ''
 * if there are none. Kana make Chinese characters Japanese. Languages that share their letters cannot be told apart: Latin
 * ones are the first of `spoken` that is written so, else English.
 * @param spoken languages of the voice that speaks it.
 */
export function guessLanguage(text: string, spoken: readonly string[] = []): string {
  const counts = new Uint16Array(LETTERS.length + 1);
  for (let at = 0; at < Math.min(text.length, LOOKED_AT); at++) {
    const place = LANGUAGE_OF[text.charCodeAt(at)] ?? 0;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const scores = new Map<string, number>();
  for (const [index, [language]] of LETTERS.entries()) {
    const score = (counts[index + 1] ?? 0) * (WEIGHTS.get(language) ?? 1);
    if (score > 0) scores.set(language, (scores.get(language) ?? 0) + score);
  }
  const kana = scores.get('ja');
  if (kana !== undefined) scores.set('ja', kana + (scores.get('zh') ?? 0));
  const [best = ''] = [...scores].sort(([, a], [, b]) => b - a)[0] ?? [];
  return best === 'en' ? (spoken.find((language) => !NOT_LATIN.has(language)) ?? 'en') : best;
}
