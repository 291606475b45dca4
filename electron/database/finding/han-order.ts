// The order of Chinese characters by their reading (pinyin), then by their strokes, as keys that sort by code points.

/** The block of the characters in common use; rarer ones are sorted behind it by code point. */
const FIRST = 0x4e00;
const LAST = 0x9fff;
const HAN = /[\u4e00-\u9fff]/g;

let keys: readonly string[] | undefined;

/** Replaces each Chinese character by the one whose code point has its place in the order; others stay as they are. */
export function inHanOrder(text: string): string {
  return text.replace(HAN, (character) => {
    keys ??= makeKeys();
    return keys[character.charCodeAt(0) - FIRST] ?? character;
  });
}

/** Sorts the block once, in about 0.2 s: only a library with Chinese names has to wait for it. */
function makeKeys(): string[] {
  const { compare } = new Intl.Collator('zh');
  const characters = Array.from({ length: LAST - FIRST + 1 }, (_, at) => String.fromCharCode(FIRST + at));
  const made: string[] = [];
  characters.sort(compare).forEach((character, place) => {
    made[character.charCodeAt(0) - FIRST] = String.fromCharCode(FIRST + place);
  });
  return made;
}
