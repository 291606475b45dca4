// How long a text takes in ordinary speech, by its characters.

/** Ordinary speech: characters per second, by script. */
const DENSE_PER_S = 4.5;
const LETTERS_PER_S = 14;

/** A character that is a syllable or a word: CJK, kana, hangul. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LETTER = /[\p{L}\p{N}]/u;

/** What is known of each UTF-16 unit so far: half of a character, or one of the classes that follow. */
const classes = new Uint8Array(0x10000);
const [UNKNOWN, SILENT, DENSE_CLASS, LETTER_CLASS, HALF] = [0, 1, 2, 3, 4];

/** How long the dense characters and the other letters of a text take in ordinary speech at speed 1, in seconds. */
export type OrdinaryLength = { denseS: number; lettersS: number };

/** Measures a text; a million characters take some milliseconds. */
export function ordinaryLength(text: string): OrdinaryLength {
  let dense = 0;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    let found = classes[unit];
    if (found === UNKNOWN) found = classes[unit] = unit >= 0xd800 && unit <= 0xdfff ? HALF : classOf(text.charAt(at));
    if (found === HALF) {
      const code = text.codePointAt(at) ?? unit;
      if (code <= 0xffff) continue;
      found = classOf(String.fromCodePoint(code));
      at += 1;
    }
    if (found === DENSE_CLASS) dense += 1;
    else if (found === LETTER_CLASS) letters += 1;
  }
  return { denseS: dense / DENSE_PER_S, lettersS: letters / LETTERS_PER_S };
}

/** How long a text takes in ordinary speech, in seconds. @param speed as requested. */
export function ordinaryDurationS(text: string, speed: number): number {
  const { denseS, lettersS } = ordinaryLength(text);
  return (denseS + lettersS) / speed;
}

function classOf(character: string): number {
  if (DENSE.test(character)) return DENSE_CLASS;
  return LETTER.test(character) ? LETTER_CLASS : SILENT;
}
